import { existsSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { root, runTool, say } from './process.mjs'

/** The longest checks come first, so that short ones fill the remaining time. */
const checks = [
  ['lint', 'eslint/bin/eslint.js', ['--max-warnings', '0', '--cache', '--cache-location', '.cache/eslint', '.']],
  [
    'types of src/renderer',
    'svelte-check/bin/svelte-check',
    ['--tsconfig', 'src/renderer/tsconfig.json', '--output', 'human', '--fail-on-warnings'],
  ],
  // TypeScript 7 takes half the processor time of version 6, which eslint and svelte-check still need for its API.
  ...typedRooms().map((room) => [`types of ${room}`, '@typescript/native/bin/tsc', ['-p', room]]),
  // knip.config.ts says what counts as a use.
  ['unused files, exports and packages', 'knip/bin/knip.js', ['--no-progress']],
  ['format', 'prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']],
]

/** Runs all checks, two at a time if there are two cores, and returns the names of those that failed. */
export async function runChecks() {
  const failed = []
  const waiting = [...checks]
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      if (!(await passes(check))) failed.push(check[0])
    }
  }
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, worker))
  return failed
}

/** The output of a failed tool is printed when the tool has ended, so that the output of two tools does not mix. */
async function passes([name, tool, argumentList]) {
  const env = process.stderr.isTTY ? { FORCE_COLOR: '1' } : {}
  const { code, output } = await runTool(tool, argumentList, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  if (code !== 0 && output.trim() !== '') say(output.trimEnd())
  say(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}`)
  return code === 0
}

/** Every folder with its own tsconfig, except the page’s, which svelte-check reads. */
function typedRooms() {
  const folders = ['src', 'test'].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
  )
  const typed = folders.filter((folder) => existsSync(join(root, folder, 'tsconfig.json')))
  return ['.', ...typed.filter((folder) => folder !== 'src/renderer')]
}
