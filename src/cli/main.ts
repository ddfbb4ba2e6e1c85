// First, before anything else is loaded.
import './prepare.ts'

const { runMailroom } = await import('./mailroom.ts')
const code = await runMailroom(process.argv.slice(2))
process.exitCode = code
const { leave } = await import('./framework/leave.ts')
// Fires only if something still keeps the process alive, which cannot be our own work by now.
setTimeout(() => leave(code), 500).unref()
