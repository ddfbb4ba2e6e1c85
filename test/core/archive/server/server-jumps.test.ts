import { expect, onTestFinished } from 'vitest'
import { ServerDatabase } from '#core/archive/server/connection/server-database.ts'
import { ServerReader } from '#core/archive/server/server-reader.ts'
import { ServerWriter } from '#core/archive/server/write/server-writer.ts'
import type { Message } from '#shared/domain/messages/record.ts'
import { parse } from '#shared/domain/query/parse.ts'
import { generateMessages } from '../support/generate.ts'
import { openNetwork } from '../support/open-network.ts'
import { createSchema, onServer } from '../support/open-server.ts'
import { packed } from '../support/packed.ts'

const scope = { query: parse('-tag:password').query, context: { now: Date.UTC(2026, 0, 1), zone: 'UTC' } }
const newest = { field: 'created', descending: true } as const
const oldest = { field: 'created', descending: false } as const
/** The part of a statement that only the reading of marks has. */
const readsMarks = 'AS is_last'

/** More matches than the statement for near pages reads, and some that the server cannot store as text. */
function records(): Message[] {
  return [...generateMessages({ count: 8000 })].map((message, at) => {
    return at % 500 === 0 ? { ...message, subject: `${message.subject} \0` } : message
  })
}

async function openFilled() {
  const { server, password } = await createSchema()
  const { port, sent } = await openNetwork(server)
  const database = new ServerDatabase({ ...server, port }, password)
  onTestFinished(() => database.close())
  const writer = new ServerWriter(database)
  await writer.import([packed(records())])
  return { reader: new ServerReader(database), writer, sent }
}

onServer('shows the same distant pages of a filtered list as the whole list, also after a change', async () => {
  const { reader, writer } = await openFilled()
  const compare = async (): Promise<void> => {
    for (const sort of [newest, oldest]) {
      const whole = [...(await reader.rows({ ...scope, sort }, [{ first: 0, last: 1e6 }]))]
      expect(whole.length).toBeGreaterThan(7000)
      const offsets = [5000, 5099, 6100, 5000, whole.length - 130, whole.length - 51, whole.length - 20, whole.length]
      for (const offset of offsets) {
        for (const limit of [1, 50, 250]) {
          const { rows } = await reader.search({ ...scope, sort, offset, limit })
          expect(rows.map(({ row }) => row)).toEqual(whole.slice(offset, offset + limit))
        }
      }
    }
  }
  await compare()
  await writer.import([packed(generateMessages({ count: 300, seed: 2 }))])
  await compare()
  await writer.erase(records()[4000]!.email, scope.context.now)
  await compare()
})

onServer('reads the marks of a filtered list once per state of the archive', async () => {
  const { reader, writer, sent } = await openFilled()
  const jump = (offset: number) => reader.search({ ...scope, offset, limit: 50 })
  await jump(5500)
  const first = sent(readsMarks)
  expect(first).toBeGreaterThan(0)
  for (const offset of [5500, 5200, 5550, 5000]) await jump(offset)
  expect(sent(readsMarks)).toBe(first)
  await writer.import([packed(generateMessages({ count: 10, seed: 2 }))])
  await jump(5500)
  await jump(5400)
  expect(sent(readsMarks)).toBe(2 * first)
})

onServer('reads marks for the searches that remain when the first one is cancelled', async () => {
  const { reader } = await openFilled()
  const stop = new AbortController()
  const cancelled = reader.search({ ...scope, offset: 6000, limit: 50 }, stop.signal)
  const second = reader.search({ ...scope, offset: 6500, limit: 50 })
  stop.abort()
  await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' })
  const whole = await reader.rows(scope, [{ first: 6500, last: 6549 }])
  expect((await second).rows.map(({ row }) => row)).toEqual([...whole])
})
