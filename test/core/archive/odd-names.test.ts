import { join } from 'node:path'
import { expect, it } from 'vitest'
import { storedMessage } from '#shared/contract/messages.ts'
import { parse } from '#shared/domain/query/parse.ts'
import type { Message } from '#shared/domain/messages/record.ts'
import { Database } from '#core/archive/engine/file/database.ts'
import { migrate } from '#core/archive/engine/file/migrate.ts'
import { ArchiveReader } from '#core/archive/engine/archive-reader.ts'
import { ArchiveWriter } from '#core/archive/engine/store/archive-writer.ts'
import { generateMessages } from './support/generate.ts'
import { packed } from './support/packed.ts'
import { patiently } from './support/patiently.ts'
import { temporaryFolder } from './support/open-archive.ts'

const context = { now: Date.UTC(2026, 0, 4, 12), zone: 'Europe/Paris' }

it('complete values without a letter or digit are found', async () => {
  const database = new Database(join(await temporaryFolder(), 'archive.sqlite'))
  migrate(database)
  const [first, second] = [...generateMessages({ count: 2, seed: 1 })]
  new ArchiveWriter(database).import([packed([{ ...first!, tags: ['-'], meta: { campaign: '--' } }, second!])])
  const reader = new ArchiveReader(new Database(database.path, { readOnly: true }))
  for (const text of ['tag:=-', 'tag:="-"', 'meta.campaign:=--']) {
    const { query, errors } = parse(text)
    expect(errors, text).toEqual([])
    const found = patiently(() => reader.search({ query, context, limit: 10 })).rows
    expect(
      found.map(({ id }) => id),
      text,
    ).toEqual([first!.id])
  }
})

it('metadata keys with names from JavaScript are listed, found and shown like any others', async () => {
  const database = new Database(join(await temporaryFolder(), 'archive.sqlite'))
  migrate(database)
  const [first, second] = [...generateMessages({ count: 2, seed: 1 })]
  const meta = JSON.parse('{"__proto__":"v","constructor":{"__proto__":"w"}}') as Message['meta']
  new ArchiveWriter(database).import([packed([{ ...first!, meta }, second!])])
  const reader = new ArchiveReader(new Database(database.path, { readOnly: true }))
  for (const text of ['meta.__proto__:v', 'meta.__proto__:*', 'meta.constructor.__proto__:*']) {
    const { query } = parse(text)
    const found = patiently(() => reader.search({ query, context, limit: 10 })).rows
    expect(
      found.map(({ id }) => id),
      text,
    ).toEqual([first!.id])
    expect(JSON.stringify(found[0]!.meta)).toBe(JSON.stringify(meta))
    const shown = storedMessage.parse(found[0])
    expect(JSON.stringify(shown)).toContain(JSON.stringify(meta))
  }
})
