// `npm run check` runs all checks that don’t execute the code.
import { runChecks } from './support/checks.mjs'
import { ensureInstalled } from './support/install.mjs'

await ensureInstalled()
process.exit((await runChecks()).length === 0 ? 0 : 1)
