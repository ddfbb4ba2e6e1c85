import { readdir } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createDataFolder } from '#test/support/data-folder.ts'
import { OutboxFolder } from './outbox-folder.ts'

test('a file that can’t be written does not hold up those of the messages after it', async () => {
  const data = await createDataFolder()
  onTestFinished(() => data.remove())
  const errors: unknown[] = []
  const outbox = new OutboxFolder({
    folder: data.path,
    sourcePieces: (id) => [Buffer.from(id)],
    isBusy: () => false,
    onError: (error) => errors.push(error),
  })
  await outbox.open()
  for (const id of ['a', 'no-such-folder/b', 'c']) outbox.add(id)
  await outbox.settle()
  expect(await readdir(data.path)).toEqual(['a.eml', 'c.eml'])
  expect(errors).toMatchObject([{ code: 'ENOENT' }])
})
