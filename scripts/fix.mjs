// `npm run fix` fixes what the tools can fix automatically. `npm run check` lists the rest.
import { ensureInstalled } from './support/install.mjs'
import { node24, run, runTool } from './support/process.mjs'

await ensureInstalled()
await runTool('eslint/bin/eslint.js', ['--fix', '.'])
// The table of features in docs/architecture.md is printed from the tree, the page about the command line from its commands, and the table of the
// search from its language.
await run(node24(), ['test/house/print-features.ts'])
await run(node24(), ['test/house/print-cli-page.ts'])
await run(node24(), ['test/house/print-search-page.ts'])
const { code } = await runTool('prettier/bin/prettier.cjs', ['--write', '--log-level', 'warn', '.'])
process.exit(code)
