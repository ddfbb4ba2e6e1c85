// Must be the first import: it restricts file permissions and caches the code of all later modules.
import '../prepare.ts'

const { runPackage } = await import('./program.ts')
process.exitCode = await runPackage(process.argv.slice(2))
