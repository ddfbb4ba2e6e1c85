import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { statisticsGroups } from '#shared/contract/base/statistics-limits.ts'
import type { Grouped } from '#shared/contract/statistics.ts'
import { matches } from '#shared/domain/messages/matches.ts'
import type { Message } from '#shared/domain/messages/record.ts'
import { everything } from '#shared/domain/query/ast.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { parse } from '#shared/domain/query/parse.ts'
import { ArchiveReader } from '#core/archive/engine/archive-reader.ts'
import { Database } from '#core/archive/engine/file/database.ts'
import { migrate } from '#core/archive/engine/file/migrate.ts'
import { secondOf } from '#core/archive/engine/record/row-number.ts'
import { ArchiveWriter } from '#core/archive/engine/store/archive-writer.ts'
import { message, query } from './support/arbitrary.ts'
import { generateMessages } from './support/generate.ts'
import { openArchive, temporaryFolder } from './support/open-archive.ts'
import { packed } from './support/packed.ts'
import { patiently } from './support/patiently.ts'
import { recount, valuesOf } from './support/recount.ts'

const now = Date.UTC(2026, 0, 4, 12)
const zones = [
  'UTC',
  'Europe/Paris',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
]
const shared = { groups: statisticsGroups, metaKey: 'order', limit: 1000 }

/** The day and the hour according to Intl, one message at a time. */
function clockOf(zone: string): (second: number) => { day: string; hour: number } {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    weekday: 'short',
  })
  const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
  return (second) => {
    const parts = Object.fromEntries(format.formatToParts(second * 1000).map(({ type, value }) => [type, value]))
    const weekday = weekdays.indexOf(parts.weekday!.slice(0, 3))
    return { day: `${parts.year}-${parts.month}-${parts.day}`, hour: weekday * 24 + Number(parts.hour) }
  }
}

function keyed<Line extends { value: string }>(lines: readonly Line[]): Record<string, Omit<Line, 'value'>> {
  return Object.fromEntries(lines.map(({ value, ...counters }) => [fold(value).slice(0, 128), counters]))
}

it('counts exactly what the records contain, for any search, in any zone', { timeout: 120_000 }, async () => {
  const folder = await temporaryFolder()
  let run = 0
  fc.assert(
    fc.property(
      fc.array(message, { minLength: 1, maxLength: 60 }),
      fc.array(query, { minLength: 6, maxLength: 6 }),
      fc.constantFrom(...zones),
      (given, queries, zone) => {
        const records = given.map((record, index) => ({ ...record, id: `id ${index}` }))
        const database = new Database(join(folder, `${run++}.sqlite`))
        migrate(database)
        new ArchiveWriter(database).import([packed(records)])
        const reader = new ArchiveReader(new Database(database.path, { readOnly: true }))
        const context = { now, zone }
        const clock = clockOf(zone)
        for (const searched of [everything, ...queries]) {
          const expected = records.filter((record) => matches(searched, record, context))
          const found = patiently(() => reader.statistics({ query: searched, context, ...shared }))
          for (const group of statisticsGroups)
            expect(keyed(found.groups[group]!.values), group).toEqual(recount(expected, valuesOf[group]))
          expect(keyed(found.meta!.values)).toEqual(recount(expected, valuesOf.meta('order')))
          const timeOf = ({ createdDate }: Message) => clock(secondOf(createdDate))
          const days = Object.fromEntries(found.days.map(({ day, ...counters }) => [day, counters]))
          expect(days).toEqual(recount(expected, (record) => [timeOf(record).day]))
          const hours = recount(expected, (record) => [String(timeOf(record).hour)])
          expect(found.hours).toEqual(
            Array.from({ length: 168 }, (_, hour) => ({
              messages: hours[hour]?.messages ?? 0,
              opened: hours[hour]?.opened ?? 0,
            })),
          )
          const { '': total } = recount(expected, () => [''])
          expect(found.total.messages).toBe(total?.messages ?? 0)
          expect(found.total.states).toEqual(total?.states ?? {})
        }
        database.close()
      },
    ),
    { numRuns: 40, interruptAfterTimeLimit: 60_000 },
  )
})

it('counts across blocks, and again after an import', async () => {
  const archive = await openArchive()
  const records = [...generateMessages({ count: 9000 })]
  for (let at = 0; at < records.length; at += 3000) await archive.import(records.slice(at, at + 3000))
  const context = { now, zone: 'Europe/Paris' }
  const tags = async () => (await archive.statistics({ query: everything, context, ...shared })).groups.tag!
  expect(keyed((await tags()).values)).toEqual(recount(records, valuesOf.tag))

  const opened = records.map((record, index) => (index % 7 === 0 ? { ...record, open: record.open + 3 } : record))
  await archive.import(opened)
  expect(keyed((await tags()).values)).toEqual(recount(opened, valuesOf.tag))
})

it('lists the largest values first in their most common spelling, and reports how many more there are', async () => {
  const archive = await openArchive()
  const records = [...generateMessages({ count: 60 })].map((record, index) => ({
    ...record,
    tags: [index < 30 ? 'Été' : index < 40 ? 'été' : index < 55 ? 'b' : 'c'],
  }))
  await archive.import(records)
  const { groups } = await archive.statistics({
    query: everything,
    context: { now, zone: 'UTC' },
    ...shared,
    limit: 2,
  })
  const listed = ({ values, more }: Grouped) => [values.map(({ value, messages }) => [value, messages]), more]
  expect(listed(groups.tag!)).toEqual([
    [
      ['Été', 40],
      ['b', 15],
    ],
    1,
  ])
})

it('refuses a metadata key that differs in nearly every message, and continues to count', async () => {
  const archive = await openArchive()
  const records = [...generateMessages({ count: 45_000 })].map((record, index) => ({
    ...record,
    // Messages without the key do not affect the result, however many there are.
    meta: { ...(index % 4 === 0 ? {} : { order: String(index) }), shop: index % 2 === 0 ? 'north' : 'south' },
  }))
  await archive.import(records)
  const context = { now, zone: 'UTC' }
  const by = (metaKey: string) => archive.statistics({ query: everything, context, ...shared, metaKey })
  await expect(by('order')).rejects.toMatchObject({ code: 'too-many-values' })
  expect((await by('shop')).meta!.values.map(({ messages }) => messages)).toEqual([22_500, 22_500])
})

it('lists metadata values in the spelling of the newest match', async () => {
  const archive = await openArchive()
  // Oldest first: the last spelling of each value is the newest.
  const orders = ['n-1', 'N-1', 'Été', 'ÉTÉ', 'x', `${'Long '.repeat(60)}end`]
  const records = [...generateMessages({ count: 600 })]
    .sort((one, other) => one.createdDate - other.createdDate)
    .map((record, index) => ({ ...record, meta: { Order: orders[index % 6]! } }))
  await archive.import(records)
  const context = { now, zone: 'UTC' }
  const listed = async (text: string, limit = 1000) => {
    const { meta } = await archive.statistics({ query: parse(text).query, context, ...shared, limit })
    return meta!.values.map(({ value, messages }) => [value, messages])
  }
  const [n, été] = [
    ['N-1', 200],
    ['ÉTÉ', 200],
  ] as const
  expect(await listed('')).toEqual([été, n, [orders[5], 100], ['x', 100]])
  expect(await listed('', 2)).toHaveLength(2)
  await archive.erase(records.at(-5)!.email)
  expect(await listed('meta.order:x')).toEqual([['x', expect.any(Number)]])
})

it('leaves an erased person out', async () => {
  const archive = await openArchive()
  const records = [...generateMessages({ count: 200 })].map((record, index) =>
    index < 20 ? { ...record, email: 'gone@left.example' } : record,
  )
  await archive.import(records)
  await archive.erase('gone@left.example')
  const context = { now, zone: 'UTC' }
  const { total, groups } = await archive.statistics({ query: parse('').query, context, ...shared })
  expect(total.messages).toBe(180)
  expect(groups.domain!.values.map(({ value }) => value)).not.toContain('left.example')
})
