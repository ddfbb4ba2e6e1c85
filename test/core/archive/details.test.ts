import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mostDetailLines } from '#shared/contract/base/statistics-limits.ts'
import { matches } from '#shared/domain/messages/matches.ts'
import type { JsonValue, Message } from '#shared/domain/messages/record.ts'
import { everything } from '#shared/domain/query/ast.ts'
import { parse } from '#shared/domain/query/parse.ts'
import { ArchiveReader } from '#core/archive/engine/archive-reader.ts'
import { Database } from '#core/archive/engine/file/database.ts'
import { migrate } from '#core/archive/engine/file/migrate.ts'
import { secondOf } from '#core/archive/engine/record/row-number.ts'
import { PartCache } from '#core/archive/engine/search/part-cache.ts'
import { Result } from '#core/archive/engine/search/result.ts'
import { DetailCounts } from '#core/archive/engine/statistics/details/detail-counts.ts'
import { readBlocks } from '#core/archive/engine/store/block-store.ts'
import { ArchiveWriter } from '#core/archive/engine/store/archive-writer.ts'
import { query } from './support/arbitrary.ts'
import { detailed } from './support/arbitrary-details.ts'
import { generateMessages } from './support/generate.ts'
import { openArchive, temporaryFolder } from './support/open-archive.ts'
import { packed } from './support/packed.ts'
import { patiently } from './support/patiently.ts'
import { comparable, recountDetails } from './support/recount-details.ts'

const now = Date.UTC(2026, 0, 4, 12)
const context = { now, zone: 'UTC' }

function monthIn(zone: string): (message: Message) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit' })
  return ({ createdDate }) => {
    const parts = format.formatToParts(secondOf(createdDate) * 1000).map(({ type, value }) => [type, value] as const)
    const { year, month } = Object.fromEntries(parts)
    return `${year}-${month}`
  }
}

/** Messages of a shop, most of them opened at least once. */
function withDetails(count: number): Message[] {
  const agents: JsonValue[] = [
    { browser: 'Thunderbird 140', country: 'France', city: 'Lyon', latitude: 45.8, longitude: 4.8 },
    { webmail: 'Gmail', browser: 'GoogleImageProxy', country: 'United States' },
    { browser: 'curl 8' },
  ]
  return [...generateMessages({ count })].map((record, index) => ({
    ...record,
    openDetails: Array.from({ length: record.open }, (_, at) => ({
      date: at === 0 ? null : record.createdDate + index * 1000,
      userAgent: agents[(index + at) % agents.length]!,
    })),
    clickDetails: Array.from({ length: record.click }, () => ({
      date: record.createdDate + 3_600_000,
      url: `https://shop.example/${index % 50}`,
      userAgent: agents[0]!,
    })),
  }))
}

it('counts exactly what the details contain, for any search, in any zone', { timeout: 120_000 }, async () => {
  const folder = await temporaryFolder()
  let run = 0
  fc.assert(
    fc.property(
      fc.array(detailed, { minLength: 1, maxLength: 50 }),
      fc.array(detailed, { maxLength: 20 }),
      fc.array(query, { minLength: 4, maxLength: 4 }),
      fc.constantFrom('UTC', 'Europe/Paris', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'),
      (given, late, queries, zone) => {
        const records = [...given, ...late].map((record, index) => ({ ...record, id: `id ${index}` }))
        const database = new Database(join(folder, `${run++}.sqlite`))
        migrate(database)
        const writer = new ArchiveWriter(database)
        writer.import([packed(records.slice(0, given.length))])
        const reader = new ArchiveReader(new Database(database.path, { readOnly: true }))
        const count = (searched: typeof everything) =>
          comparable(patiently(() => reader.details({ query: searched, context: { now, zone } })))
        count(everything)
        writer.import([packed(records.slice(given.length))])
        for (const searched of [everything, ...queries]) {
          const expected = records.filter((record) => matches(searched, record, { now, zone }))
          expect(count(searched)).toEqual(recountDetails(expected, monthIn(zone)))
        }
        database.close()
      },
    ),
    { numRuns: 60, interruptAfterTimeLimit: 60_000 },
  )
})

it('counts in turns, across blocks, and again after an import', { timeout: 60_000 }, async () => {
  const archive = await openArchive()
  const records = withDetails(9000)
  const exported = records.map(({ meta: _m, reason: _r, openDetails: _o, clickDetails: _c, ...record }) => record)
  for (let at = 0; at < records.length; at += 3000) await archive.import(exported.slice(at, at + 3000))
  const count = async () => comparable(await archive.details({ query: everything, context }))
  const { opened, refused } = await count()
  expect({ opened: opened.detailed, refused: refused.detailed }).toEqual({ opened: 0, refused: 0 })
  await archive.import(records.slice(0, 4000))
  await count()
  await archive.import(records.slice(4000))
  expect(await count()).toEqual(recountDetails(records, monthIn('UTC')))
})

it('counts periods that begin and end within a block, regardless of earlier counts', async () => {
  const archive = await openArchive()
  const records = withDetails(6000)
  await archive.import(records)
  const seconds = records.map(({ createdDate }) => secondOf(createdDate)).sort((a, b) => a - b)
  const cut = (index: number) => new Date(seconds[index]! * 1000).toISOString().slice(0, 16)
  for (const [from, to] of [
    [0, 5999],
    [700, 5300],
    [1024, 2048],
    [701, 5300],
    [0, 1023],
  ] as const) {
    const { query: searched } = parse(`after:${cut(from)} before:${cut(to)}`)
    const expected = records.filter((record) => matches(searched, record, context))
    expect(expected.length).toBeGreaterThan(500)
    expect(comparable(await archive.details({ query: searched, context }))).toEqual(
      recountDetails(expected, monthIn('UTC')),
    )
  }
})

it('checks the clock before each block, also while it computes the median', async () => {
  const database = new Database(join(await temporaryFolder(), 'turns.sqlite'))
  migrate(database)
  const writer = new ArchiveWriter(database)
  // The columns of these messages contain everything needed, so no record is read in between.
  const records = [...generateMessages({ count: 40_000 })].map((record, index) => ({
    ...record,
    lastState: 'delivered',
    open: 0,
    click: 0,
    size: 1000 + (index % 50),
  }))
  for (let at = 0; at < records.length; at += 8000) writer.import([packed(records.slice(at, at + 8000))])
  const result = new Result(database, new PartCache(database), { kind: 'all' })
  result.update(readBlocks(database))
  const counts = new DetailCounts()
  let turns = 0
  const { sizes } = patiently(() => {
    let looks = 0
    turns++
    return counts.count(result, 'UTC', new Map(), { passed: () => looks++ > 0 })
  })
  expect(sizes.median).toBe(1024)
  expect(result.blocks.length).toBeGreaterThan(2)
  // The last turn also computes the result.
  expect(turns).toBe(2 * result.blocks.length)
  database.close()
})

it('reports whether a search finds exactly the messages of a reason', async () => {
  const archive = await openArchive()
  const reasons = ['552 5.2.2 mailbox full', '550 <a@example.org> unknown', '550 <b@example.org> unknown']
  const records = [...generateMessages({ count: 60 })].map((record, index) => ({
    ...record,
    lastState: 'hardbounced',
    reason: index === 3 ? '552 5.2.2 Mailbox Full' : reasons[index % 3]!,
  }))
  await archive.import(records)
  const { refused } = await archive.details({ query: everything, context })
  expect(refused.reasons.values.map(({ reason, isOnly, messages }) => ({ reason, isOnly, messages }))).toEqual([
    { reason: '550 <…> unknown', isOnly: false, messages: 40 },
    { reason: '552 5.2.2 mailbox full', isOnly: true, messages: 20 },
  ])
})

it('lists the largest of thousands of different reasons and links', async () => {
  const archive = await openArchive()
  const letters = (number: number) => [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
  const records = [...generateMessages({ count: 5000 })].map((record, index) => ({
    ...record,
    lastState: 'hardbounced',
    reason: index % 5 === 0 ? 'mailbox full' : `refused by ${letters(index)}`,
    click: 1,
    clickDetails: [{ url: `https://shop.example/${index % 5 === 1 ? 'sale' : index}` }],
  }))
  await archive.import(records)
  const { refused, links } = await archive.details({ query: everything, context })
  expect(refused.reasons.values).toHaveLength(mostDetailLines)
  expect(refused.reasons.values[0]).toMatchObject({ reason: 'mailbox full', messages: 1000 })
  expect(refused.reasons.more).toBe(4001 - mostDetailLines)
  expect(links.values[0]).toEqual({ url: 'https://shop.example/sale', click: 1000, clicker: 1000 })
})

it('leaves an erased person out', async () => {
  const archive = await openArchive()
  const records = withDetails(300).map((record, index) =>
    index % 10 === 0
      ? {
          ...record,
          email: 'gone@left.example',
          lastState: 'hardbounced',
          reason: 'gone@left.example is unknown',
          open: 1,
          openDetails: [{ userAgent: { browser: 'Rare Mail', country: 'Nowhere' } }],
        }
      : record,
  )
  await archive.import(records)
  const count = () => archive.details({ query: everything, context })
  expect(JSON.stringify(await count())).toContain('Rare Mail')
  await archive.erase('gone@left.example')
  const left = await count()
  expect(JSON.stringify(left)).not.toMatch(/Rare Mail|Nowhere|left\.example/)
  expect(comparable(left)).toEqual(
    recountDetails(
      records.filter(({ email }) => email !== 'gone@left.example'),
      monthIn('UTC'),
    ),
  )
})

it('rejects a cancelled call, even if the thread has already finished it', async () => {
  const archive = await openArchive()
  await archive.import(withDetails(1))
  const cancel = new AbortController()
  const scope = { query: everything, context }
  const options = { signal: cancel.signal }
  const calls = [archive.details(scope, options), archive.search(scope, options), archive.rowsOf(scope, [], options)]
  cancel.abort()
  const outcomes = await Promise.allSettled(calls)
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
})

it('stops when it is cancelled', async () => {
  const archive = await openArchive()
  await archive.import(withDetails(3000))
  const cancel = new AbortController()
  const counted = archive.details({ query: everything, context }, { signal: cancel.signal })
  cancel.abort()
  await expect(counted).rejects.toThrow()
})
