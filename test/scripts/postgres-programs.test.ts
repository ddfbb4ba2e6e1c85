import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

type Module = { runnable(bin: string): string }

const path = new URL('../../scripts/support/postgres/programs.mjs', import.meta.url)
const { runnable } = (await import(path.href)) as Module
const isRoot = process.getuid?.() === 0

/** The folder of PostgreSQL’s programs, below a folder that only its owner may enter unless it is `open`. */
async function openPrograms(open: boolean): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'mailroom-programs-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  const bin = join(home, 'native', 'bin')
  await mkdir(bin, { recursive: true })
  await mkdir(join(home, 'native', 'lib'))
  await writeFile(join(home, 'native', 'lib', 'libpq'), 'library')
  if (open) await chmod(home, 0o755)
  return bin
}

test('PostgreSQL’s programs run where they are if everybody may enter their folder', async () => {
  const bin = await openPrograms(true)
  expect(runnable(bin)).toBe(bin)
})

test.runIf(isRoot)('programs in a private folder run from one copy, with their libraries', async () => {
  const bin = await openPrograms(false)
  const copy = runnable(bin)
  expect(copy).not.toBe(bin)
  expect(runnable(bin)).toBe(copy)
  const native = dirname(copy)
  expect(await readFile(join(native, 'lib', 'libpq'), 'utf8')).toBe('library')
  expect((await stat(dirname(native))).uid).not.toBe(0)
})
