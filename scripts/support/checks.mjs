import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root, runTool, say } from './process.mjs'

const svelteCheck = ['--tsconfig', 'src/renderer/tsconfig.json', '--output', 'human', '--fail-on-warnings']

const checks = [
  ['format', 'prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']],
  ['lint', 'eslint/bin/eslint.js', ['--max-warnings', '0', '--cache', '--cache-location', '.cache/eslint', '.']],
  ...typedRooms().map((room) => [`types of ${room}`, 'typescript/bin/tsc', ['-p', room]]),
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

/** Every folder with a tsconfig of its own; the page's is read by svelte-check. */
function typedRooms() {
  const folders = ['src', 'test'].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
  )
  const typed = folders.filter((folder) => existsSync(join(root, folder, 'tsconfig.json')))
  return ['.', ...typed.filter((folder) => folder !== 'src/renderer')]
}
