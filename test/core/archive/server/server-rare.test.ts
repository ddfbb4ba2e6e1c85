import { expect, onTestFinished } from 'vitest'
import { ServerDatabase } from '#core/archive/server/connection/server-database.ts'
import { countAtOnce, countExactly } from '#core/archive/server/search/count-at-once.ts'
import { rareMatches } from '#core/archive/server/search/rare-matches.ts'
import { Searches } from '#core/archive/server/search/searches.ts'
import { ServerReader } from '#core/archive/server/server-reader.ts'
import { ServerWriter } from '#core/archive/server/write/server-writer.ts'
import type { Message } from '#shared/domain/messages/record.ts'
import { parse } from '#shared/domain/query/parse.ts'
import { generateMessages } from '../support/generate.ts'
import { openNetwork } from '../support/open-network.ts'
import { createSchema, onServer } from '../support/open-server.ts'
import { packed } from '../support/packed.ts'

const context = { now: Date.UTC(2026, 0, 1), zone: 'UTC' }
const ascending = { field: 'created', descending: false } as const
/** The place of the first rare match in the order of time, which the statement for near pages does not reach. */
const first = 1500
/** Parts of statements that look through whole months, and of one that finds all matches. */
const [ofMonths, ofAll] = ['row + 0', 'array_agg(row']

/** `rare` of 8,000 messages match. A sample may reach them, by chance. */
async function openFilled({ rare }: { readonly rare: number }) {
  const { server, password } = await createSchema()
  const { port, sent } = await openNetwork(server)
  const database = new ServerDatabase({ ...server, port }, password)
  onTestFinished(() => database.close())
  const writer = new ServerWriter(database)
  const oldestFirst = [...generateMessages({ count: 8000 })].sort((a, b) => a.createdDate - b.createdDate)
  const messages = oldestFirst.map((message, at): Message =>
    at >= first && at < first + rare ? { ...message, subject: 'Zebra' } : message,
  )
  await writer.import([packed(messages)])
  return {
    database,
    reader: new ServerReader(database),
    writer,
    sent,
    matching: messages.slice(first, first + rare).map(({ id }) => id),
  }
}

onServer('finds the pages and the count of rare matches in either order, also after a change', async () => {
  const { reader, writer, matching } = await openFilled({ rare: 3 })
  const zebras = { query: parse('subject:zebra').query, context }
  const page = await reader.search({ ...zebras, limit: 2 })
  expect(page.count).toEqual({ value: 3, exact: true })
  expect(page.rows.map(({ id }) => id)).toEqual([matching[2], matching[1]])
  expect((await reader.search({ ...zebras, offset: 2, limit: 2 })).rows.map(({ id }) => id)).toEqual([matching[0]])
  const { rows } = await reader.search({ ...zebras, sort: ascending, offset: 1, limit: 2 })
  expect(rows.map(({ id }) => id)).toEqual([matching[1], matching[2]])

  const [added] = generateMessages({ count: 1, seed: 2 })
  await writer.import([packed([{ ...added!, subject: 'Zebra' }])])
  expect(await reader.search({ ...zebras, limit: 50 })).toMatchObject({ count: { value: 4, exact: true } })
})

onServer('finds nothing of what no message has with one look through the archive, and says so exactly', async () => {
  const { reader, sent } = await openFilled({ rare: 0 })
  const nothing = { query: parse('subject:zebra').query, context }
  const before = sent(ofMonths)
  expect(await reader.search(nothing)).toMatchObject({ rows: [], count: { value: 0, exact: true } })
  await reader.search({ ...nothing, sort: ascending })
  expect([sent(ofMonths) - before, sent(ofAll)]).toEqual([0, 1])
})

onServer('finds and counts in two halves what it would find in one, in a large archive', async () => {
  const { database, sent } = await openFilled({ rare: 3 })
  const searches = new Searches(database)
  for (const text of ['subject:zebra', 'subject:zebra OR is:delivered', '']) {
    const { state, found } = await searches.ask({ query: parse(text).query, context })
    expect(state.months.length).toBeGreaterThan(1)
    const whole = { database, state, signal: undefined }
    const halves = { ...whole, state: { ...state, messages: 1_000_000 } }
    const before = sent(ofAll)
    expect(await rareMatches(found, halves)).toEqual(await rareMatches(found, whole))
    expect(sent(ofAll) - before).toBe(3)
    const exact = { value: await countExactly(found, whole), exact: true }
    // A count at once is given up after some milliseconds.
    await expect.poll(() => countAtOnce(found, null, halves)).toEqual(exact)
  }
})

onServer('estimates the count of scattered matches roughly', async () => {
  const { server, password } = await createSchema()
  const database = new ServerDatabase(server, password)
  onTestFinished(() => database.close())
  const messages = [...generateMessages({ count: 20_000 })]
  const scattered = messages.map((message, at) => (at % 100 === 0 ? { ...message, subject: 'Zebra' } : message))
  await new ServerWriter(database).import([packed(scattered)])
  const { count } = await new ServerReader(database).search({ query: parse('subject:zebra').query, context, limit: 50 })
  expect(Math.abs(count.value / 200 - 1)).toBeLessThan(0.5)
})
