import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { NumberQuery } from '#shared/domain/query/ast.ts'
import { matches } from '#shared/domain/messages/matches.ts'
import { Database } from '#core/archive/engine/file/database.ts'
import { roughly } from '#core/archive/engine/index/columns.ts'
import { migrate } from '#core/archive/engine/file/migrate.ts'
import { ArchiveReader } from '#core/archive/engine/archive-reader.ts'
import { ArchiveWriter } from '#core/archive/engine/store/archive-writer.ts'
import { generateMessages } from './support/generate.ts'
import { packed } from './support/packed.ts'
import { patiently } from './support/patiently.ts'
import { temporaryFolder } from './support/open-archive.ts'

/** Numbers where the rounded size changes, and their neighbours. */
const size = fc.oneof(
  fc.integer({ min: 0, max: 40 }),
  fc
    .record({
      power: fc.integer({ min: 4, max: 31 }),
      eighths: fc.integer({ min: 0, max: 7 }),
      beside: fc.integer({ min: -1, max: 1 }),
    })
    .map(({ power, eighths, beside }) => Math.min(2 ** power + eighths * 2 ** (power - 3) + beside, 0xffffffff)),
)

it('rounds sizes to eight bits and keeps their order', () => {
  expect([roughly(0), roughly(0xffffffff)]).toEqual([0, 239])
  fc.assert(
    fc.property(size, size, (one, other) => {
      if (one <= other) expect(roughly(one)).toBeLessThanOrEqual(roughly(other))
    }),
  )
})

it('finds exactly the messages of a size', async () => {
  const folder = await temporaryFolder()
  const [example] = generateMessages({ count: 1 })
  let run = 0
  fc.assert(
    fc.property(fc.array(size, { minLength: 1, maxLength: 40 }), fc.array(size, { maxLength: 3 }), (sizes, others) => {
      const database = new Database(join(folder, `${run++}.sqlite`))
      migrate(database)
      // Some sizes are too wide to cache, so all of them are rounded.
      const records = [...sizes, 1_000_000].map((size, at) => ({ ...example!, id: `m-${at}`, size }))
      new ArchiveWriter(database).import([packed(records)])
      const reader = new ArchiveReader(new Database(database.path, { readOnly: true }))
      for (const value of [...sizes.slice(0, 5), ...others]) {
        for (const comparison of ['=', '>', '>=', '<', '<='] as const) {
          const query: NumberQuery = { kind: 'number', field: 'size', comparison, value }
          const context = { now: 0, zone: 'UTC' }
          const { rows } = patiently(() => reader.search({ query, context, limit: 100 }))
          const found = rows.map(({ id }) => id)
          const expected = records.filter((record) => matches(query, record, context)).map(({ id }) => id)
          expect(found.sort(), `${comparison}${value}`).toEqual(expected.sort())
        }
      }
    }),
    { numRuns: 40 },
  )
})
