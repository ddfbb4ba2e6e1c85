import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installPackage } from '#test/package/support/installed-package.ts'
import { runSuite, vitest } from '#test/package/support/runners.ts'
import { figure, median, type Print } from '../support/figure.ts'

const files = 8
const repeats = 5
const tests = files * repeats * 5
const rounds = 3

const emptyTests = `
import { test } from 'vitest'
for (let n = 0; n < ${tests / files}; n++) test(\`empty \${n}\`, () => undefined)
`

/**
 * Runs 200 tests for vitest with the packed package, five kinds as in its example, each with its fork of a snapshot. The
 * peer is as many empty tests in as many files: the cost of the runner.
 */
export async function suite(project: string, print: Print): Promise<void> {
  await mkdir(project)
  const examples = join(await installPackage(project, ['vitest']), 'examples/vitest')
  const example = await readFile(join(examples, vitest.file), 'utf8')
  const start = example.indexOf('\ntest(')
  const repeated = `${example.slice(0, start)}\nfor (let n = 0; n < ${repeats}; n++) {${example.slice(start)}}\n`
  const ours: number[] = []
  const peers: number[] = []
  for (let round = 0; round < rounds; round++) {
    ours.push(await timed(project, repeated, examples))
    peers.push(await timed(project, emptyTests, examples))
  }
  const given = { ours: median(ours), peer: median(peers), unit: 's', n: tests, peerName: 'empty tests' }
  print(figure({ bench: 'sandbox.suite', ...given }))
}

/** Measures the whole command, from its start to its end. */
async function timed(project: string, content: string, examples: string): Promise<number> {
  const folder = join(project, vitest.name)
  await rm(folder, { recursive: true, force: true })
  await cp(examples, folder, { recursive: true, filter: (path) => !path.endsWith('.test.ts') })
  for (let n = 0; n < files; n++) await writeFile(join(folder, `${n}.test.ts`), content)
  const started = performance.now()
  const { code, output } = runSuite(vitest, { project })
  const seconds = (performance.now() - started) / 1000
  if (code !== 0 || !output.includes(`${tests} passed`)) throw new Error(output)
  return seconds
}
