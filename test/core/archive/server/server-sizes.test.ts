import { expect } from 'vitest'
import { matches } from '#shared/domain/messages/matches.ts'
import { parse } from '#shared/domain/query/parse.ts'
import { ServerReader } from '#core/archive/server/server-reader.ts'
import { ServerWriter } from '#core/archive/server/write/server-writer.ts'
import { generateMessages } from '../support/generate.ts'
import { packed } from '../support/packed.ts'
import { onServer, openDatabase } from '../support/open-server.ts'

const context = { now: Date.UTC(2026, 0, 4, 12), zone: 'UTC' }
const borders = [0, 1, 7, 100, 999, 1024, 60_000, 65_536, 100_000, 1_000_000, 30_000_000, 2 ** 30, 2 ** 45, 2 ** 52]
const sizes = borders.flatMap((border) => [Math.max(0, border - 1), border, border + 1])

onServer('finds every size on either side of every border, alone and with other conditions', async () => {
  const generated = [...generateMessages({ count: sizes.length, from: Date.UTC(2025, 0, 1), to: Date.UTC(2026, 0, 1) })]
  const records = generated.map((message, at) => ({ ...message, size: sizes[at]! }))
  const database = await openDatabase()
  await new ServerWriter(database).import([packed(records)])
  const reader = new ServerReader(database)
  const comparisons = borders.flatMap((border) => ['<', '<=', '=', '>=', '>'].map((sign) => `size:${sign}${border}`))
  const asked = comparisons.flatMap((one) => [one, `-${one}`, `${one} after:2025-06-01`, `${one} OR before:2025-03-01`])
  for (const text of asked) {
    const { query } = parse(text)
    const expected = records.filter((record) => matches(query, record, context)).map(({ size }) => size)
    const { rows } = await reader.search({ query, context, limit: 1000 })
    expect(rows.map(({ size }) => size).sort(byNumber), text).toEqual(expected.sort(byNumber))
  }
  await database.close()
})

function byNumber(one: number, other: number): number {
  return one - other
}
