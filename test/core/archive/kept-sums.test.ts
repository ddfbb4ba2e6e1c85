import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { statisticsGroups } from '#shared/contract/base/statistics-limits.ts'
import type { Counters, Grouped } from '#shared/contract/statistics.ts'
import { matches } from '#shared/domain/messages/matches.ts'
import type { Message, StoredMessage } from '#shared/domain/messages/record.ts'
import { everything, type Query } from '#shared/domain/query/ast.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { parse } from '#shared/domain/query/parse.ts'
import { ArchiveReader } from '#core/archive/engine/archive-reader.ts'
import { Database } from '#core/archive/engine/file/database.ts'
import { migrate } from '#core/archive/engine/file/migrate.ts'
import { ArchiveWriter } from '#core/archive/engine/store/archive-writer.ts'
import { message } from './support/arbitrary.ts'
import { generateMessages } from './support/generate.ts'
import { openArchive, temporaryFolder } from './support/open-archive.ts'
import { packed } from './support/packed.ts'
import { patiently } from './support/patiently.ts'
import { recount, valuesOf } from './support/recount.ts'

const now = Date.UTC(2026, 0, 4, 12)
const context = { now, zone: 'Asia/Kathmandu' }
const shared = { groups: statisticsGroups, metaKey: 'order', limit: 1000 }
const queries = ['', 'after:2026-01-02', 'before:2026-01-03', 'opened:yes', 'tag:=x -state:delivered'].map(
  (text) => parse(text).query,
)

type Event =
  | { kind: 'import' | 'change'; from: number; to: number }
  | { kind: 'erase'; of: number }
  | { kind: 'prune'; day: number }
  | { kind: 'rebuild' }

const place = fc.nat({ max: 59 })
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('import', 'change'), from: place, to: place }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('erase'), of: place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('prune'), day: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rebuild') }) },
) as fc.Arbitrary<Event>

/** A later report of the same message. */
function later(record: Message): Message {
  const state = { lastState: 'complaint', lastStateDate: record.lastStateDate + 1000 }
  return { ...record, ...state, open: record.open + 2, click: record.click + 1, tags: [...record.tags, 'later'] }
}

function happen(event: Event, writer: ArchiveWriter, records: readonly Message[], reader: ArchiveReader): void {
  switch (event.kind) {
    case 'import':
      return void writer.import([packed(records.slice(event.from, event.to))])
    case 'change':
      return void writer.import([packed(records.slice(event.from, event.to).map(later))])
    case 'erase': {
      const { email } = records[event.of % records.length]!
      const rows = storedIn(reader).flatMap((stored) => (fold(stored.email) === fold(email) ? [stored.row] : []))
      return void writer.erase(email, rows, now)
    }
    case 'prune':
      return void writer.prune(Date.UTC(2026, 0, event.day) / 1000, 1000)
    case 'rebuild':
      return writer.rebuild()
  }
}

/** All records, read one by one. */
function storedIn(reader: ArchiveReader): StoredMessage[] {
  const rows = patiently(() => reader.rows({ query: everything, context }, [{ first: 0, last: 999 }]))
  return reader.messagesAt([...rows])
}

function keyed(lines: readonly (Counters & { value: string })[]): Record<string, Counters> {
  return Object.fromEntries(lines.map(({ value, ...counters }) => [fold(value).slice(0, 128), counters]))
}

function expectCounted(reader: ArchiveReader, query: Query): void {
  const expected = storedIn(reader).filter((record) => matches(query, record, context))
  const found = patiently(() => reader.statistics({ query, context, ...shared }))
  const { '': total } = recount(expected, () => [''])
  expect(found.total.messages).toBe(total?.messages ?? 0)
  expect(found.total.states).toEqual(total?.states ?? {})
  expect(found.hours.reduce((sum, { messages }) => sum + messages, 0)).toBe(expected.length)
  for (const group of statisticsGroups)
    expect(keyed(found.groups[group]!.values), group).toEqual(recount(expected, valuesOf[group]))
  expect(keyed(found.meta!.values)).toEqual(recount(expected, valuesOf.meta('order')))
}

it('counts correctly after every import, change, erasure, pruning and rebuild', { timeout: 120_000 }, async () => {
  const folder = await temporaryFolder()
  let run = 0
  fc.assert(
    fc.property(
      fc.array(message, { minLength: 1, maxLength: 60 }),
      fc.array(event, { minLength: 1, maxLength: 8 }),
      (given, events) => {
        const records = given.map((record, index) => ({ ...record, id: `id ${index}` }))
        const database = new Database(join(folder, `${run++}.sqlite`))
        migrate(database)
        const writer = new ArchiveWriter(database)
        writer.import([packed(records.slice(0, 30))])
        // One reader throughout, so that results it cached before an event would show up after it.
        const reader = new ArchiveReader(new Database(database.path, { readOnly: true }))
        for (const query of queries) expectCounted(reader, query)
        for (const event of events) {
          happen(event, writer, records, reader)
          for (const query of queries) expectCounted(reader, query)
        }
        database.close()
      },
    ),
    { numRuns: 40, interruptAfterTimeLimit: 60_000 },
  )
})

it('excludes an erased person from every figure, even where whole blocks had been counted', async () => {
  const archive = await openArchive()
  const records = [...generateMessages({ count: 40_000 })].map((record, index) =>
    index % 5000 === 7 ? { ...record, email: 'gone@left.example', from: 'only@gone.example', tags: ['gone'] } : record,
  )
  for (let at = 0; at < records.length; at += 10_000) await archive.import(records.slice(at, at + 10_000))
  const ask = () => archive.statistics({ query: everything, context, ...shared, metaKey: 'locale', limit: 50_000 })
  const named = ({ values }: Grouped) => values.map(({ value }) => value)
  const before = await ask()
  expect(named(before.groups.domain!)).toContain('left.example')

  await archive.erase('gone@left.example')
  const after = await ask()
  expect(after.total.messages).toBe(records.length - 8)
  expect(named(after.groups.domain!)).not.toContain('left.example')
  expect(named(after.groups.from!)).not.toContain('only@gone.example')
  expect(named(after.groups.tag!)).not.toContain('gone')
  const left = records.filter(({ email }) => email !== 'gone@left.example')
  for (const group of statisticsGroups)
    expect(keyed(after.groups[group]!.values), group).toEqual(recount(left, valuesOf[group]))
})
