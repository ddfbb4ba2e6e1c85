// First, before anything else is loaded.
import '../prepare.ts'

const { runPackage } = await import('./program.ts')
process.exitCode = await runPackage(process.argv.slice(2))
