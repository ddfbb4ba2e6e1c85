import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { packageNode } from './package-node.ts'

export type Runner = {
  name: string
  /** The example’s file, in a folder with the runner’s name. */
  file: string
  /** The command that starts the runner, in that folder; `only` is a part of the title of a test. */
  words: (project: string, only?: string) => readonly [string, ...string[]]
  /** Matches the output if all five tests have passed. */
  passed: RegExp
  /** An expectation in the example, and the replacement that makes its test fail. */
  broken: readonly [from: string, to: string]
}

const only = (flag: string, title: string | undefined): string[] => (title === undefined ? [] : [flag, title])

export const vitest: Runner = {
  name: 'vitest',
  file: 'shop.test.ts',
  words: (project, title) => [
    process.execPath,
    join(project, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...only('-t', title),
  ],
  passed: /Tests {2}5 passed \(5\)/,
  broken: ["toHaveBounced({ kind: 'hard',", 'toBeDelivered({'],
}

export const playwright: Runner = {
  name: 'playwright',
  file: 'shop.spec.ts',
  words: (project, title) => [
    process.execPath,
    join(project, 'node_modules/@playwright/test/cli.js'),
    'test',
    '--reporter=line',
    ...only('-g', title),
  ],
  passed: /^ *5 passed/m,
  broken: vitest.broken,
}

export const pytest: Runner = {
  name: 'pytest',
  file: 'test_shop.py',
  words: (_, title) => ['/usr/bin/python3', '-m', 'pytest', '-p', 'no:cacheprovider', ...only('-k', title)],
  passed: /=+ 5 passed/,
  broken: ['assert_bounced', 'assert_delivered'],
}

export const phpunit: Runner = {
  name: 'phpunit',
  file: 'ShopTest.php',
  words: (_, title) => ['phpunit', ...only('--filter', title), 'ShopTest.php'],
  passed: /^OK \(5 tests,/m,
  broken: ['assertBounced', 'assertDelivered'],
}

/** The runners for Node are installed as packages; the others come from the system. */
export function isThere({ words }: Runner): boolean {
  const [program, ...rest] = words('')
  if (program === process.execPath) return true
  const module = rest[0] === '-m' ? rest.slice(0, 2) : []
  return spawnSync(program, [...module, '--version'], { stdio: 'ignore', timeout: 60_000 }).status === 0
}

/**
 * Runs the tests in a clean environment, without the variables of the current test run, which may use the same runner.
 */
export function runSuite(
  { name, words }: Runner,
  { project, title }: { project: string; title?: string },
): { code: number | null; output: string } {
  const [program, ...rest] = words(project, title)
  const sandbox = join(project, 'node_modules/mailroom-sandbox/mailroom-sandbox.js')
  const { PATH, HOME, TMPDIR, SYSTEMROOT } = process.env
  const { status, stdout, stderr, error } = spawnSync(program, rest, {
    cwd: join(project, name),
    env: {
      PATH,
      HOME,
      TMPDIR,
      SYSTEMROOT,
      NO_COLOR: '1',
      LC_ALL: 'C.UTF-8',
      MAILROOM_SANDBOX_COMMAND: `"${packageNode}" "${sandbox}"`,
    },
    encoding: 'utf8',
    timeout: 50_000,
  })
  return { code: status, output: `${stdout}${stderr}${error?.message ?? ''}` }
}
