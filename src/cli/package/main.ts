// Imported before all other modules, for the reasons given there.
import '../prepare.ts'

const { runPackage } = await import('./program.ts')
process.exitCode = await runPackage(process.argv.slice(2))
