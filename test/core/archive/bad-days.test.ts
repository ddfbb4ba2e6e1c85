import { copyFile, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Message } from '#shared/domain/messages/record.ts'
import { parse } from '#shared/domain/query/parse.ts'
import { Database } from '#core/archive/engine/file/database.ts'
import { archiveFileName } from '#core/archive/engine/file/archive-files.ts'
import { migrate, schemaVersion } from '#core/archive/engine/file/migrate.ts'
import { all, everyMessage, expectSame } from './support/compare.ts'
import { generateMessages } from './support/generate.ts'
import { openArchive, temporaryFolder } from './support/open-archive.ts'

const context = { now: Date.UTC(2026, 0, 1), zone: 'UTC' }
const sample = (count: number, seed = 1): Message[] => [...generateMessages({ count, seed })]

async function find(archive: Awaited<ReturnType<typeof openArchive>>, text: string): Promise<string[]> {
  return (await archive.search({ query: parse(text).query, context, limit: 1000 })).rows.map(({ id }) => id)
}

describe('an archive in trouble', () => {
  it('reports a full disk, loses nothing, and continues when there is space again', async () => {
    const folder = await temporaryFolder()
    const small = await openArchive({ folder, maxPages: 600 })
    await small.import(sample(500))
    await expect(small.import(sample(8000, 2))).rejects.toMatchObject({ code: 'disk', retryable: true })
    await expectSame(small, sample(500))
    expect((await find(small, 'tag:invoice')).length).toBeGreaterThan(0)
    await small.close()
    const roomy = await openArchive({ folder })
    await roomy.import(sample(8000, 2))
    expect((await roomy.info()).messages).toBe(8500)
    expect((await roomy.checkIntegrity()).kind).toBe('none')
  })

  it('searches while writes wait for a slow disk', async () => {
    const folder = await temporaryFolder()
    const archive = await openArchive({ folder })
    await archive.import(sample(1000))
    // A write that never ends, as on a disk that hangs. The next write has to wait for it.
    const slow = new Database(join(folder, archiveFileName))
    slow.exec('BEGIN IMMEDIATE')
    let isWritten = false
    const writing = archive.import(sample(3000, 2)).then(() => (isWritten = true))
    expect((await find(archive, 'tag:invoice')).length).toBeGreaterThan(0)
    expect((await archive.info()).messages).toBe(1000)
    expect(isWritten).toBe(false)
    slow.exec('COMMIT')
    slow.close()
    await writing
    await expectSame(archive, [...sample(1000), ...sample(3000, 2)])
  })

  it('moves aside a file that is not a database, and starts with an empty archive', async () => {
    const folder = await temporaryFolder()
    const archive = await openArchive({ folder })
    await archive.import(sample(2000))
    await archive.close()
    const file = await open(join(folder, 'archive.sqlite'), 'r+')
    await file.write(Buffer.alloc(4096, 'x'), 0, 4096, 0)
    await file.close()
    const next = await openArchive({ folder })
    expect(next.damagedFile).toMatch(/archive\.sqlite\.damaged-\d+$/)
    expect(await everyMessage(next)).toEqual([])
    await next.import(sample(10))
  })

  it('finds damage inside the file', async () => {
    const folder = await temporaryFolder()
    const archive = await openArchive({ folder })
    await archive.import(sample(3000))
    await archive.close()
    const path = join(folder, 'archive.sqlite')
    const file = await open(path, 'r+')
    const { size } = await file.stat()
    await file.write(Buffer.alloc(8192, 0xa5), 0, 8192, Math.floor(size / 8192) * 4096)
    await file.close()
    const damaged = await openArchive({ folder })
    expect(await damaged.checkIntegrity()).toMatchObject({ kind: 'file' })
  })

  it('finds a broken index and rebuilds it from the records', async () => {
    const folder = await temporaryFolder()
    const archive = await openArchive({ folder })
    await archive.import(sample(3000))
    await archive.close()
    const database = new Database(join(folder, 'archive.sqlite'))
    database.exec('DELETE FROM block_column WHERE key % 16 = 3; DELETE FROM rollup')
    database.close()
    const broken = await openArchive({ folder })
    expect((await broken.checkIntegrity()).kind).toBe('index')
    await broken.rebuildIndex()
    expect((await broken.checkIntegrity()).kind).toBe('none')
    expect((await broken.count({ query: parse('opens:>0').query, context })).value).toBe(
      sample(3000).filter(({ open: opens }) => opens > 0).length,
    )
  })

  it('notices an unclean stop', async () => {
    const folder = await temporaryFolder()
    const archive = await openArchive({ folder })
    expect(archive.uncleanStop).toBe(false)
    await archive.import(sample(10))
    const copy = await temporaryFolder()
    for (const name of await readdir(folder)) await copyFile(join(folder, name), join(copy, name))
    expect((await openArchive({ folder: copy })).uncleanStop).toBe(true)
    await archive.close()
    expect((await openArchive({ folder })).uncleanStop).toBe(false)
  })

  it('refuses a newer schema', async () => {
    const database = new Database(join(await temporaryFolder(), archiveFileName))
    migrate(database)
    database.exec(`PRAGMA user_version = ${schemaVersion + 1}`)
    expect(() => migrate(database)).toThrow(expect.objectContaining({ code: 'archive-newer' }))
    database.close()
  })

  it('stops a long search when it is cancelled', async () => {
    const archive = await openArchive()
    await archive.import(sample(1000))
    const stop = AbortSignal.abort(new Error('no longer wanted'))
    await expect(archive.search({ ...all }, { signal: stop })).rejects.toThrow('no longer wanted')
  })
})
