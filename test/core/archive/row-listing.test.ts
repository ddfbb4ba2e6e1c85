import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Sort } from '#shared/domain/messages/search.ts'
import { everything } from '#shared/domain/query/ast.ts'
import { parse } from '#shared/domain/query/parse.ts'
import { ArchiveReader } from '#core/archive/engine/archive-reader.ts'
import { Database } from '#core/archive/engine/file/database.ts'
import { migrate } from '#core/archive/engine/file/migrate.ts'
import { ArchiveWriter } from '#core/archive/engine/store/archive-writer.ts'
import { generateMessages } from './support/generate.ts'
import { openArchive, temporaryFolder } from './support/open-archive.ts'
import { packed } from './support/packed.ts'
import { patiently } from './support/patiently.ts'

const context = { now: Date.UTC(2026, 0, 1), zone: 'UTC' }
/** Several blocks, and a slice so short that listing takes more than one turn. */
const count = 40_000
const slice = 0.01
const all = [{ first: 0, last: count + 1000 }]
const sorts: readonly Sort[] = [
  { field: 'created', descending: true },
  { field: 'created', descending: false },
  { field: 'size', descending: true },
]
/** One tag for each order, because the rows of an earlier search are cached. */
const tags = ['invoice', 'newsletter', 'shipping']

it('responds to another query while the rows of a large search are listed', async () => {
  const archive = await openArchive({ slice })
  await archive.import([...generateMessages({ count })])
  const scope = { query: everything, context }
  // Counting searches each block in a separate turn, so that only the listing is left.
  await archive.count(scope)
  const events: string[] = []
  const listing = archive.rowsOf(scope).then(({ length }) => events.push(`${length} rows listed`))
  await archive.horizon().then(() => events.push('horizon read'))
  await archive.messagesById('none').then(() => events.push('message looked for'))
  await listing
  expect(events).toEqual(['horizon read', 'message looked for', `${count} rows listed`])
})

it('lists all rows of a search that is too large for a single turn, in any order', async () => {
  const archive = await openArchive({ slice })
  const messages = [...generateMessages({ count })]
  await archive.import(messages)
  for (const [at, sort] of sorts.entries()) {
    // The matches are spread over the blocks at random, so their number is known only after all blocks.
    const tag = tags[at]!
    const scope = { query: parse(`tag:${tag}`).query, context, sort }
    const rows = await archive.rowsOf(scope)
    const found = messages.filter((message) => message.tags.includes(tag)).length
    const { rows: pages } = await archive.search({ ...scope, limit: found + 10 })
    expect(pages).toHaveLength(found)
    expect([...rows], JSON.stringify(sort)).toEqual(pages.map(({ row }) => row))
  }
})

it('lists one state of an archive that changes in every turn, and ends', async () => {
  const database = new Database(join(await temporaryFolder(), 'archive.sqlite'))
  migrate(database)
  const writer = new ArchiveWriter(database)
  const [example, ...messages] = generateMessages({ count })
  writer.import([packed(messages)])
  const reader = new ArchiveReader(new Database(database.path, { readOnly: true }), slice)
  for (const sort of sorts.slice(0, 2)) {
    let turns = 0
    const rows = patiently(() => {
      writer.import([packed([{ ...example!, id: `${JSON.stringify(sort)} ${turns++}` }])])
      return reader.rows({ query: everything, context, sort }, all)
    })
    expect(turns).toBeGreaterThan(2)
    const { rows: found } = patiently(() => reader.search({ query: everything, context, sort, limit: count + 1000 }))
    expect([...rows]).toEqual(found.map(({ row }) => row))
  }
  database.close()
})
