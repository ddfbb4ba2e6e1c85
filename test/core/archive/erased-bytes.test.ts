import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { archiveFileName } from '#core/archive/engine/file/archive-files.ts'
import { Database } from '#core/archive/engine/file/database.ts'
import type { Message } from '#shared/domain/messages/record.ts'
import { generateMessages } from './support/generate.ts'
import { openArchive, temporaryFolder } from './support/open-archive.ts'

const sample = (count: number, seed = 1): Message[] => [...generateMessages({ count, seed })]

/** The archive’s files that contain this text, except the index of the log. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const names = await readdir(folder)
  const found = await Promise.all(names.map(async (name) => (await readFile(join(folder, name))).includes(text)))
  return names.filter((_, index) => found[index])
}

it('nothing of an erased person remains in the file or its log, even right after a list that ended early', async () => {
  const folder = await temporaryFolder()
  const archive = await openArchive({ folder })
  const people = Array.from({ length: 40 }, (_, index) => `unmistakable.${index}.person@private${index}.example`)
  for (let part = 0; part < 4; part++) {
    const messages = sample(1000, part + 1)
    for (const [index, email] of people.entries()) messages[index * 25] = { ...messages[index * 25]!, email }
    await archive.import(messages)
  }
  expect(await filesWith(folder, people[0]!)).not.toEqual([])
  for (const email of people) {
    expect(await archive.values({ field: 'tag', prefix: '', limit: 1 })).toHaveLength(1)
    expect(await archive.erase(email)).toMatchObject({ messages: 4 })
    expect(await filesWith(folder, email)).toEqual([])
  }
  expect(await filesWith(folder, 'unmistakable')).toEqual([])
}, 60_000)

it('removes tags, senders and metadata keys that only an erased person had', async () => {
  const folder = await temporaryFolder()
  const archive = await openArchive({ folder })
  const [one] = sample(1)
  const theirs = { tags: ['common', 'unmistakable tag'], from: 'unmistakable@sender.example' }
  await archive.import([
    { ...one!, id: 'theirs', email: 'ann@private.example', ...theirs, meta: { common: '1', 'unmistakable-key': '2' } },
    { ...one!, id: 'other', tags: ['common'], meta: { common: '1' } },
  ])
  await archive.erase('ann@private.example')
  expect(await filesWith(folder, 'unmistakable')).toEqual([])
  expect(await archive.values({ field: 'tag', prefix: '', limit: 9 })).toMatchObject([{ value: 'common', messages: 1 }])
  await archive.import([{ ...one!, id: 'later', ...theirs }])
  expect(await archive.values({ field: 'tag', prefix: 'unm', limit: 9 })).toHaveLength(1)
})

it('an erasure reports that a person is still in the file while another program reads them, and succeeds afterwards', async () => {
  const folder = await temporaryFolder()
  const archive = await openArchive({ folder })
  const email = 'unmistakable.person@private.example'
  await archive.import([...sample(100), { ...sample(1)[0]!, id: 'theirs', email }])
  const reading = new Database(join(folder, archiveFileName), { readOnly: true })
  reading.exec('BEGIN')
  reading.get('SELECT * FROM block')
  await expect(archive.erase(email)).rejects.toMatchObject({ code: 'archive-busy', retryable: true })
  reading.close()
  expect(await archive.erase(email)).toMatchObject({ messages: 0 })
  expect(await filesWith(folder, 'unmistakable')).toEqual([])
}, 60_000)

it('an imported file or a damaged file that was set aside contains no erased person', async () => {
  const folder = await temporaryFolder()
  const archive = await openArchive({ folder })
  const email = 'unmistakable.person@private.example'
  const reports = [{ name: `Mail to ${email}.csv`, added: 1, examples: [] }]
  await archive.setSetting('fileImports', { added: 1, files: 1, reports })
  await archive.close()
  await rename(join(folder, archiveFileName), join(folder, 'before'))
  await writeFile(join(folder, archiveFileName), `no archive, but ${email}`)
  await (await openArchive({ folder })).close()
  expect(await filesWith(folder, email)).toEqual([expect.stringContaining('.damaged-'), 'before'])
  await rename(join(folder, 'before'), join(folder, archiveFileName))
  const again = await openArchive({ folder })
  await again.erase(email)
  expect(await filesWith(folder, 'unmistakable')).toEqual([])
  expect(await again.setting('fileImports')).toMatchObject({ reports: [{ name: 'Mail to erased.csv', added: 1 }] })
})
