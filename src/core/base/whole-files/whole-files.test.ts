import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fileFailure, watchFiles } from '#test/core/support/failing-files.ts'
import { firstFreeName, moveIfFree, numbered } from './free-name.ts'
import { refuseDevice } from './refuse-device.ts'
import { writeWhole } from './part-file.ts'

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-whole-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const text = (content: string) => (part: { write(parts: Uint8Array[]): Promise<void> }) =>
  part.write([Buffer.from(content)])

test.each(['EPERM', 'EACCES', 'EBUSY'])(
  'a file that another program holds (%s) is renamed once it lets go',
  async (code) => {
    const folder = await newFolder()
    const target = join(folder, 'a.json')
    await writeFile(target, 'before')
    let refusals = 0
    onTestFinished(watchFiles(({ name }) => (name === 'rename' && ++refusals <= 4 ? fileFailure(code) : null)))
    await writeWhole(target, text('after'), { durable: true })
    expect(refusals).toBe(5)
    expect(await readFile(target, 'utf8')).toBe('after')
    expect(await readdir(folder)).toEqual(['a.json'])
  },
)

test('any other failure is final, and leaves the earlier file and no part', async () => {
  const folder = await newFolder()
  const target = join(folder, 'a.json')
  await writeFile(target, 'before')
  const failing: string[] = []
  onTestFinished(watchFiles(({ name }) => (name === failing[0] ? fileFailure('EIO') : null)))
  for (const name of ['open', 'writev', 'sync', 'close', 'rename']) {
    failing[0] = name
    await expect(writeWhole(target, text('after'), { durable: true }), name).rejects.toMatchObject({ code: 'EIO' })
    failing.length = 0
    expect(await readFile(target, 'utf8')).toBe('before')
    expect(await readdir(folder)).toEqual(['a.json'])
  }
})

test.each([true, false])('a name is only taken while it is free; with links: %s', async (hasLinks) => {
  const folder = await newFolder()
  const names = numbered('a', '.csv.gz')
  if (!hasLinks) onTestFinished(watchFiles(({ name }) => (name === 'link' ? fileFailure('EPERM') : null)))
  for (const expected of ['a.csv.gz', 'a (2).csv.gz', 'a (3).csv.gz']) {
    const name = await firstFreeName(folder, names)
    expect(name).toBe(expected)
    await writeFile(join(folder, 'part'), expected)
    expect(await moveIfFree(join(folder, 'part'), join(folder, name))).toBe(true)
    await writeFile(join(folder, 'part'), 'other')
    expect(await moveIfFree(join(folder, 'part'), join(folder, name))).toBe(false)
    expect(await readFile(join(folder, name), 'utf8')).toBe(expected)
    await rm(join(folder, 'part'))
  }
})

test.skipIf(process.platform === 'win32')('a pipe is refused as a place, and everything else is not', async () => {
  const folder = await newFolder()
  const [pipe, file, link] = ['pipe', 'file', 'link'].map((name) => join(folder, name))
  expect(spawnSync('mkfifo', [pipe!]).status).toBe(0)
  await writeFile(file!, '')
  await symlink(pipe!, link!)
  for (const path of [file!, link!, folder, join(folder, 'free')]) await refuseDevice(path)
  await expect(refuseDevice(pipe!)).rejects.toMatchObject({ code: 'disk' })
})
