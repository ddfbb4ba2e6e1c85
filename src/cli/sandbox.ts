// First, before anything else is loaded.
import './prepare.ts'

// `npm run sandbox`: the command of the same name, as a program of its own.
const { runMailroom } = await import('./mailroom.ts')
process.exitCode = await runMailroom(['sandbox', ...process.argv.slice(2)])
