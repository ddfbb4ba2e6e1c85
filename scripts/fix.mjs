// `npm run fix`: what the tools can put right by themselves; the rest is told by `npm run check`.
import { ensureInstalled } from './support/install.mjs'
import { runTool } from './support/process.mjs'

await ensureInstalled()
await runTool('eslint/bin/eslint.js', ['--fix', '.'])
const { code } = await runTool('prettier/bin/prettier.cjs', ['--write', '--log-level', 'warn', '.'])
process.exit(code)
