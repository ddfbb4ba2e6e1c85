import { join } from 'node:path'
import { expect, it } from 'vitest'
import { everything } from '#shared/domain/query/ast.ts'
import { parse } from '#shared/domain/query/parse.ts'
import type { SearchRequest } from '#shared/domain/messages/search.ts'
import { ArchiveReader } from '#core/archive/engine/archive-reader.ts'
import { Database } from '#core/archive/engine/file/database.ts'
import { migrate } from '#core/archive/engine/file/migrate.ts'
import { ArchiveWriter } from '#core/archive/engine/store/archive-writer.ts'
import { NewestOnly } from '#core/messages/newest-only.ts'
import { generateMessages } from './support/generate.ts'
import { openArchive, temporaryFolder } from './support/open-archive.ts'
import { packed } from './support/packed.ts'

const context = { now: Date.UTC(2026, 0, 1), zone: 'UTC' }
/** Several blocks, each of which takes longer to sort than the short slice allows. */
const count = 40_000
const slice = 0.01
const bySubject: SearchRequest = { query: everything, context, sort: { field: 'subject', descending: false } }

it('lets a newer search overtake a running sort, and ends the sort if the search has the same owner', async () => {
  const archive = await openArchive({ slice })
  await archive.import([...generateMessages({ count })])
  const newest = new NewestOnly()
  const { signal } = new AbortController()
  const ask = (asker: string, request: SearchRequest) =>
    newest.run(asker, signal, (either) => archive.search(request, { signal: either }))
  const events: string[] = []
  const note = async (name: string, search: ReturnType<typeof ask>) => {
    const found = await search
    events.push(found ? `${name} found` : `${name} ended`)
  }
  const sorts = [
    note('sort of another', ask('another', bySubject)),
    note('sort', ask('one', { ...bySubject, query: parse('size:>0').query })),
  ]
  await Promise.all([note('search', ask('one', { query: parse('invoice').query, context })), ...sorts])
  expect(events).toEqual(['sort ended', 'search found', 'sort of another found'])
})

it('sorts only changed blocks again, and none for the opposite direction', async () => {
  const database = new Database(join(await temporaryFolder(), 'archive.sqlite'))
  migrate(database)
  const writer = new ArchiveWriter(database)
  const [example, ...messages] = generateMessages({ count })
  writer.import([packed(messages)])
  const reader = new ArchiveReader(new Database(database.path, { readOnly: true }), slice)
  const sorted = (request: SearchRequest) => {
    for (let turns = 1; ; turns++) {
      const answer = reader.search(request)
      if (answer) return { turns, first: answer.rows[0]!.subject }
    }
  }
  const first = sorted(bySubject)
  expect(sorted({ ...bySubject, sort: { field: 'subject', descending: true } }).turns).toBe(1)
  writer.import([packed([{ ...example!, id: 'new', subject: 'A new one' }])])
  const again = sorted(bySubject)
  expect(again.first).toBe('A new one')
  expect(again.turns).toBeLessThan(first.turns)
  database.close()
})
