import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { archiveFileName } from '#core/archive/engine/file/archive-files.ts'
import { Database } from '#core/archive/engine/file/database.ts'
import { everyMessage } from './support/compare.ts'
import { generateMessages } from './support/generate.ts'
import { openArchive, temporaryFolder } from './support/open-archive.ts'

const sample = (count: number, seed = 1) => [...generateMessages({ count, seed })]

it('a backup during writes is one consistent file that only its owner may read', async () => {
  const folder = await temporaryFolder()
  const archive = await openArchive()
  await archive.import(sample(5000))
  const writing = archive.import(sample(20_000, 2))
  const target = join(folder, archiveFileName)
  const notes: string[] = []
  const progress = ({ note }: { note: string }) => void notes.push(note)
  const { bytes, messages } = await archive.backUp(target, { account: 'Shop', progress })
  await writing
  expect([...new Set(notes)]).toEqual(['Copying', 'Checking the copy'])
  expect(await readdir(folder)).toEqual([archiveFileName])
  const found = await stat(target)
  expect(found.size).toBe(bytes)
  expect(process.platform === 'win32' ? 0 : found.mode & 0o077).toBe(0)
  const copy = await openArchive({ folder })
  expect(copy.uncleanStop).toBe(false)
  expect((await copy.checkIntegrity()).kind).toBe('none')
  expect((await copy.info()).messages).toBe(messages)
  expect(await everyMessage(copy)).toHaveLength(messages)
})

it('an incomplete backup is removed, and an earlier one with its name is kept', async () => {
  const [folder, places] = [await temporaryFolder(), await temporaryFolder()]
  const archive = await openArchive({ folder })
  await archive.import(sample(3000))
  const target = join(places, 'backup.sqlite')
  const { bytes } = await archive.backUp(target, { account: 'Shop' })
  const hand = new Database(join(folder, archiveFileName))
  hand.run('DELETE FROM pack WHERE key = (SELECT max(key) FROM pack)')
  hand.close()
  await expect(archive.backUp(target, { account: 'Shop' })).rejects.toMatchObject({ code: 'backup-damaged' })
  expect(await readdir(places)).toEqual(['backup.sqlite'])
  expect((await stat(target)).size).toBe(bytes)
})

it('a cancelled backup leaves nothing, and the archive can be backed up again', async () => {
  const folder = await temporaryFolder()
  const archive = await openArchive()
  await archive.import(sample(20_000))
  const target = join(folder, 'backup.sqlite')
  for (const step of ['Copying', 'Checking the copy']) {
    const abort = new AbortController()
    const progress = ({ note }: { note: string }) => note === step && abort.abort(new Error('cancelled'))
    const backup = archive.backUp(target, { account: 'Shop', signal: abort.signal, progress })
    await expect(backup, step).rejects.toThrow('cancelled')
    expect(await readdir(folder), step).toEqual([])
  }
  expect(await archive.backUp(target, { account: 'Shop' })).toMatchObject({ messages: 20_000 })
})
