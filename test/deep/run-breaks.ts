import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { areas } from './breaks.ts'
import type { Break } from './breaks/break.ts'

/**
 * `node test/deep/run-breaks.ts FILTER…`: applies each break whose area, noun or name contains one of the filters (or
 * all breaks), one at a time in a separate working tree, and runs the tests that should catch it. The last line of
 * the output is JSON. Exits with 1 if the tests missed a break.
 */
const root = join(import.meta.dirname, '../..')
const filters = process.argv.slice(2).map((filter) => filter.toLowerCase())

const chosen = Object.entries(areas).flatMap(([area, breaks]) =>
  breaks
    .filter(({ noun, name }) => {
      const text = [area, noun, name].join('\n').toLowerCase()
      return filters.length === 0 || filters.some((filter) => text.includes(filter))
    })
    .map((made) => ({ ...made, area })),
)

type Result = Pick<Break, 'name' | 'noun'> & {
  readonly area: string
  /** The first test that failed, or null if all of them passed. */
  readonly noticedBy: string | null
  readonly seconds: number
}

const parent = mkdtempSync(join(tmpdir(), 'mailroom-breaks-'))
const tree = join(parent, 'tree')
const results: Result[] = []
try {
  run('git', ['worktree', 'add', '--detach', '--quiet', tree, 'HEAD'], root)
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  for (const made of chosen) {
    const result = tryOut(made)
    results.push(result)
    console.log(lineOf(result))
  }
} finally {
  spawnSync('git', ['worktree', 'remove', '--force', tree], { cwd: root })
  rmSync(parent, { recursive: true, force: true })
}
const unnoticed = results.filter(({ noticedBy }) => noticedBy === null)
console.log(`${results.length - unnoticed.length} of ${results.length} breaks were noticed`)
console.log(JSON.stringify(results))
process.exitCode = results.length > 0 && unnoticed.length === 0 ? 0 : 1

function tryOut(made: Break & { readonly area: string }): Result {
  const { area, name, noun, file, find, replace, tests } = made
  const path = join(tree, file)
  const before = readFileSync(path, 'utf8')
  const begun = performance.now()
  try {
    writeFileSync(
      path,
      before.replace(find, () => replace),
    )
    const noticedBy = tests.find((one) => !passes(one)) ?? null
    return { area, name, noun, noticedBy, seconds: Math.round((performance.now() - begun) / 1000) }
  } finally {
    writeFileSync(path, before)
  }
}

/** A break that does not build or start proves nothing about the tests, so it aborts the run. */
function passes(test: string): boolean {
  if (!test.endsWith('.e2e.ts')) {
    const { status, output } = start(['node_modules/vitest/vitest.mjs', 'run', test, ...configFor(test)])
    if (status !== 0 && !/(?:Tests|Test Files) .*\d+ failed/.test(output)) throw new Error(output)
    return status === 0
  }
  run(process.execPath, ['scripts/build.mjs'], tree)
  const { status, output } = start(['node_modules/@playwright/test/cli.js', 'test', test, '--project', 'browser'])
  if (status !== 0 && !/\d+ failed/.test(output)) throw new Error(output)
  return status === 0
}

/**
 * Unit tests import their source directly. Those in `test` may start its bundles, which vitest’s usual setup builds
 * first.
 */
function configFor(test: string): string[] {
  return test.startsWith('src/') ? ['--config', 'test/deep/vitest.config.ts'] : []
}

function start(argumentList: readonly string[]): { status: number | null; output: string } {
  // Colour codes would split the words that are searched for below.
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined }
  const { status, stdout, stderr } = spawnSync(process.execPath, argumentList, { cwd: tree, encoding: 'utf8', env })
  return { status, output: `${stdout}\n${stderr}` }
}

function run(program: string, argumentList: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(program, argumentList, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${argumentList.join(' ')} failed.\n${stderr}`)
}

function lineOf({ area, noun, name, noticedBy, seconds }: Result): string {
  const mark = noticedBy === null ? 'NOT noticed' : 'noticed    '
  const by = noticedBy === null ? '' : ` (${noticedBy})`
  return `${mark} ${area.padEnd(9)}${noun.padEnd(17)}${`${seconds} s`.padStart(6)}  ${name}${by}`
}
