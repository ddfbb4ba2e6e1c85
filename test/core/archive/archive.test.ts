import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Message } from '#shared/domain/messages/record.ts'
import { parse } from '#shared/domain/query/parse.ts'
import { Database } from '#core/archive/engine/file/database.ts'
import { archiveFileName } from '#core/archive/engine/file/archive-files.ts'
import { expectSame } from './support/compare.ts'
import { generateMessages } from './support/generate.ts'
import { openArchive, temporaryFolder } from './support/open-archive.ts'

const context = { now: Date.UTC(2026, 0, 1), zone: 'UTC' }
const sample = (count: number, seed = 1): Message[] => [...generateMessages({ count, seed })]

async function find(archive: Awaited<ReturnType<typeof openArchive>>, text: string): Promise<string[]> {
  return (await archive.search({ query: parse(text).query, context, limit: 1000 })).rows.map(({ id }) => id)
}

describe('the archive', () => {
  it('erases a person from the file as well, and keeps them out', async () => {
    const folder = await temporaryFolder()
    const archive = await openArchive({ folder })
    const [one, ...others] = sample(300)
    const person = { ...one!, email: 'unmistakable.person@private.example' }
    await archive.import([person, ...others])
    expect(await archive.erase('Unmistakable.Person@Private.example')).toMatchObject({ messages: 1 })
    expect(await find(archive, 'unmistakable')).toEqual([])
    expect(await archive.import([person])).toMatchObject({ added: 0, erased: 1 })
    await expectSame(archive, others)
    expect(await archive.checkIntegrity()).toEqual({ kind: 'none', findings: [] })
    // Also checked before closing: a killed program leaves the log beside the file.
    for (const close of [() => undefined, () => archive.close()]) {
      await close()
      for (const name of await readdir(folder)) {
        const bytes = await readFile(join(folder, name))
        for (const word of ['unmistakable', 'private.example'])
          expect([name, bytes.includes(word)]).toEqual([name, false])
      }
    }
  })

  it('erases a person from pages that the file freed earlier', async () => {
    const folder = await temporaryFolder()
    const archive = await openArchive({ folder })
    const messages = sample(3000)
    messages[2900] = { ...messages[2900]!, email: 'unmistakable.person@private.example' }
    await archive.import(messages)
    // The block is rewritten, and its old pages are freed with their content.
    await archive.prune(Math.floor(messages[2500]!.createdDate / 1000))
    expect(await archive.erase('unmistakable.person@private.example')).toMatchObject({ messages: 1 })
    await archive.close()
    for (const name of await readdir(folder)) {
      expect((await readFile(join(folder, name))).includes('unmistakable')).toBe(false)
    }
  })

  it('erases an address that is in the directory of a block', async () => {
    const folder = await temporaryFolder()
    const archive = await openArchive({ folder })
    await archive.import(sample(3000))
    const look = new Database(join(folder, archiveFileName))
    const directory = JSON.parse(String(look.get('SELECT directory FROM block')!.directory)) as string[]
    look.close()
    const addresses = new Set(sample(3000).map(({ email }) => email))
    const email = directory.map((term) => term.slice(2)).find((term) => addresses.has(term))!
    await archive.erase(email)
    await expectSame(
      archive,
      sample(3000).filter((message) => message.email !== email),
    )
    await archive.close()
    for (const name of await readdir(folder)) {
      expect((await readFile(join(folder, name))).includes(email)).toBe(false)
    }
  })

  it('erases messages that are still being written to the file', async () => {
    const folder = await temporaryFolder()
    const archive = await openArchive({ folder })
    const [person, ...others] = sample(100) as [Message]
    await archive.import(others)
    const slow = new Database(join(folder, archiveFileName))
    slow.exec('BEGIN IMMEDIATE')
    const writing = archive.import([person])
    const erasing = archive.erase(person.email)
    // Now both writes are waiting for the disk.
    await find(archive, '')
    slow.exec('COMMIT')
    slow.close()
    expect(await writing).toMatchObject({ added: 1 })
    expect(await erasing).toMatchObject({ messages: 1 })
    await expectSame(archive, others)
  })
})
