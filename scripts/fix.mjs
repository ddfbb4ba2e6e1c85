// `npm run fix` fixes what the tools can fix automatically. `npm run check` lists the rest.
import { ensureInstalled } from './support/install.mjs'
import { node24, run, runTool } from './support/process.mjs'

await ensureInstalled()
await runTool('eslint/bin/eslint.js', ['--fix', '.'])
// Files generated from the source: the table of features in docs/architecture.md, the page about the command line, and
// the table of the search language. The lists of the doors’ sizes, of names with two meanings and of poor sentences can
// only shrink.
await run(node24(), ['test/house/print-features.ts'])
await run(node24(), ['test/house/print-doors.ts'])
await run(node24(), ['test/house/print-cli-page.ts'])
await run(node24(), ['test/house/print-search-page.ts'])
await run(node24(), ['test/house/print-shared-names.ts'])
await run(node24(), ['test/house/prose/print-left.ts'])
const { code } = await runTool('prettier/bin/prettier.cjs', ['--write', '--log-level', 'warn', '.'])
process.exit(code)
