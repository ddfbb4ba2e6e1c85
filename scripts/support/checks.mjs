import { runTool, say } from './process.mjs'

const svelteCheck = ['--tsconfig', 'src/renderer/tsconfig.json', '--output', 'human', '--fail-on-warnings']

const checks = [
  ['format', 'prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']],
  ['lint', 'eslint/bin/eslint.js', ['--max-warnings', '0', '--cache', '--cache-location', '.cache/eslint', '.']],
  ['types', 'typescript/bin/tsc', ['-p', '.']],
  ['types of src/shared', 'typescript/bin/tsc', ['-p', 'src/shared']],
  ['types of src/preload', 'typescript/bin/tsc', ['-p', 'src/preload']],
  ['types of src/renderer', 'svelte-check/bin/svelte-check', svelteCheck],
]

/** Format, lint and types of every room: all of them, so that one run tells everything. Answers what failed. */
export async function runChecks() {
  const failed = []
  for (const [name, tool, argumentList] of checks) {
    const { code } = await runTool(tool, argumentList)
    say(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}`)
    if (code !== 0) failed.push(name)
  }
  return failed
}
