// `npm run fix` fixes what the tools can fix automatically. `npm run check` lists the rest.
import { ensureInstalled } from './support/install.mjs'
import { runTool } from './support/process.mjs'

await ensureInstalled()
await runTool('eslint/bin/eslint.js', ['--fix', '.'])
const { code } = await runTool('prettier/bin/prettier.cjs', ['--write', '--log-level', 'warn', '.'])
process.exit(code)
