import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { matches, metaPairs } from '#shared/domain/messages/matches.ts'
import type { Message } from '#shared/domain/messages/record.ts'
import type { ListedField, ListedValue } from '#shared/domain/messages/search.ts'
import { everything, type Query } from '#shared/domain/query/ast.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { parse } from '#shared/domain/query/parse.ts'
import { ArchiveReader } from '#core/archive/engine/archive-reader.ts'
import { Database } from '#core/archive/engine/file/database.ts'
import { migrate } from '#core/archive/engine/file/migrate.ts'
import { ArchiveWriter } from '#core/archive/engine/store/archive-writer.ts'
import { message, query } from './support/arbitrary.ts'
import { generateMessages } from './support/generate.ts'
import { openArchive, temporaryFolder } from './support/open-archive.ts'
import { packed } from './support/packed.ts'
import { patiently } from './support/patiently.ts'
import { recount, valuesOf } from './support/recount.ts'

const context = { now: Date.UTC(2026, 0, 4, 12), zone: 'Europe/Paris' }

const foldedOf: Record<ListedField, (message: Message) => readonly string[]> = {
  ...valuesOf,
  to: ({ email }) => [fold(email).slice(0, 128).toWellFormed()],
  state: ({ lastState }) => [fold(lastState)],
  meta: valuesOf.meta('order'),
  metaKeys: (record) => [...new Set(metaPairs(record).map(({ key }) => key))],
}
const fields = Object.keys(foldedOf) as ListedField[]

function counted(field: ListedField, records: readonly Message[]): Record<string, number> {
  const { '': _none, ...counts } = recount(records, foldedOf[field])
  return Object.fromEntries(Object.entries(counts).map(([value, { messages }]) => [value, messages]))
}

/** A message’s values as they are written. */
function writtenOf(field: ListedField, record: Message): readonly string[] {
  if (field === 'to') return [record.email]
  return metaPairs(record).flatMap(({ key, value }) => (key === 'order' ? [value] : []))
}

function listed(values: readonly ListedValue[]): Record<string, number | null> {
  return Object.fromEntries(values.map(({ value, messages }) => [fold(value).slice(0, 128).toWellFormed(), messages]))
}

it(
  'counts the values in the matches of any search as a recount of the records does',
  { timeout: 120_000 },
  async () => {
    const folder = await temporaryFolder()
    let run = 0
    fc.assert(
      fc.property(
        fc.array(message, { minLength: 1, maxLength: 60 }),
        fc.array(query, { minLength: 5, maxLength: 5 }),
        (given, queries) => {
          const records = given.map((record, index) => ({ ...record, id: `id ${index}` }))
          const database = new Database(join(folder, `${run++}.sqlite`))
          migrate(database)
          new ArchiveWriter(database).import([packed(records)])
          const reader = new ArchiveReader(new Database(database.path, { readOnly: true }))
          const list = (field: ListedField, search: Query, prefix = '') =>
            patiently(() =>
              reader.values({ field, key: 'order', prefix, limit: 1000, search: { query: search, context } }),
            )
          for (const search of queries) {
            const expected = records.filter((record) => matches(search, record, context))
            // Without a condition, the archive lists each spelling of a value separately.
            for (const field of search.kind === 'all' ? (['to', 'meta'] as const) : fields) {
              const found = list(field, search)
              expect(listed(found), field).toEqual(counted(field, expected))
              const beginning = Object.entries(counted(field, expected)).filter(([value]) => value.startsWith('de'))
              expect(listed(list(field, search, 'De')), field).toEqual(Object.fromEntries(beginning))
              const counts = found.map(({ messages }) => messages!)
              expect(counts).toEqual(counts.toSorted((a, b) => b - a))
              if (field !== 'to' && field !== 'meta') continue
              const written = new Set(expected.flatMap((record) => writtenOf(field, record)))
              for (const { value } of found) expect(written).toContain(value.toWellFormed())
            }
          }
          database.close()
        },
      ),
      { numRuns: 40, interruptAfterTimeLimit: 60_000 },
    )
  },
)

it('counts across blocks in short turns, and again after an import', async () => {
  const archive = await openArchive({ slice: 0 })
  const records = [...generateMessages({ count: 9000 })]
  for (let at = 0; at < records.length; at += 3000) await archive.import(records.slice(at, at + 3000))
  const search = { query: parse('opened:yes').query, context }
  const expectCounted = async (messages: readonly Message[]) => {
    const matching = messages.filter(({ open }) => open > 0)
    for (const field of fields.filter((one) => one !== 'to' && one !== 'meta'))
      expect(listed(await archive.values({ field, prefix: '', limit: 5000, search })), field).toEqual(
        counted(field, matching),
      )
    const locales = await archive.values({ field: 'meta', key: 'locale', prefix: '', search })
    expect(listed(locales)).toEqual(
      Object.fromEntries(
        Object.entries(recount(matching, valuesOf.meta('locale')))
          .filter(([value]) => value !== '')
          .map(([value, { messages }]) => [value, messages]),
      ),
    )
  }
  await expectCounted(records)
  const opened = records.map((record, index) => (index % 7 === 0 ? { ...record, open: record.open + 3 } : record))
  await archive.import(opened)
  await expectCounted(opened)
})

it('lists order numbers as they are written, and counts the remaining ones after a few letters', async () => {
  const archive = await openArchive()
  const records = [...generateMessages({ count: 20_000 })].map((record, index) => ({
    ...record,
    meta: { order: `N-${100_000 + index}` },
  }))
  await archive.import(records)
  const orders = (prefix: string) => archive.values({ field: 'meta', key: 'order', prefix })
  const all = await orders('')
  expect(all).toHaveLength(20)
  for (const { value, messages } of all) {
    expect(value).toMatch(/^N-1[01]\d{4}$/)
    expect(messages).toBeNull()
  }
  expect(await orders('n-10012')).toEqual(
    Array.from({ length: 10 }, (_, index) => ({ value: `N-10012${index}`, messages: 1 })),
  )
  expect(
    await archive.values({ field: 'meta', key: 'order', prefix: '', search: { query: everything, context } }),
  ).toEqual(all)
})
