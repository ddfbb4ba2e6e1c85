// `npm run check` finds what can be known about the code without running it.
import { runChecks } from './support/checks.mjs'
import { ensureInstalled } from './support/install.mjs'

await ensureInstalled()
process.exit((await runChecks()).length === 0 ? 0 : 1)
