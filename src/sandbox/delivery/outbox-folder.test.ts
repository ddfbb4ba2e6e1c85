import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDataFolder } from '#test/support/data-folder.ts'
import { OutboxFolder } from './outbox-folder.ts'

async function newOutbox() {
  const data = await createDataFolder()
  onTestFinished(() => data.remove())
  const errors: unknown[] = []
  const outbox = new OutboxFolder({
    folder: data.path,
    sourcePieces: (id) => [Buffer.from(id)],
    isBusy: () => false,
    onError: (error) => errors.push(error),
  })
  return { folder: data.path, outbox, errors }
}

test('a file that can’t be written leaves no part, and does not hold up those of the messages after it', async () => {
  const { folder, outbox, errors } = await newOutbox()
  await outbox.open()
  await mkdir(join(folder, 'b.eml'))
  for (const id of ['a', 'b', 'no-such-folder/c', 'd']) outbox.add(id)
  await outbox.settle()
  expect(await readdir(folder)).toEqual(['a.eml', 'b.eml', 'd.eml'])
  expect(errors).toMatchObject([{ syscall: 'rename' }, { code: 'ENOENT' }])
})

test('what a killed run left of a file is removed at the start', async () => {
  const { folder, outbox } = await newOutbox()
  for (const name of ['a.eml', 'b.eml.part']) await writeFile(join(folder, name), 'half a mess')
  await outbox.open()
  expect(await readdir(folder)).toEqual(['a.eml'])
})
