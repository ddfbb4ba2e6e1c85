// Must be the first import: it restricts file permissions and caches the code of all later modules.
import './prepare.ts'

const { runMailroom } = await import('./mailroom.ts')
const code = await runMailroom(process.argv.slice(2))
process.exitCode = code
const { leave } = await import('./framework/leave.ts')
// By now all work is done, so only a thread or handle that never closes can still keep the process alive.
setTimeout(() => leave(code), 500).unref()
