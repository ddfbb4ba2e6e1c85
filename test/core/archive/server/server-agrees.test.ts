import fc from 'fast-check'
import { expect, it } from 'vitest'
import { matches } from '#shared/domain/messages/matches.ts'
import type { Message } from '#shared/domain/messages/record.ts'
import { everything, type Query } from '#shared/domain/query/ast.ts'
import { daySpan } from '#shared/domain/query/period.ts'
import { secondOf } from '#core/archive/engine/record/row-number.ts'
import { ServerReader } from '#core/archive/server/server-reader.ts'
import { ServerWriter } from '#core/archive/server/write/server-writer.ts'
import { message, query } from '../support/arbitrary.ts'
import { inGroup, model, near, told } from '../support/expected.ts'
import { packed } from '../support/packed.ts'
import { hasPostgres, openDatabase } from '../support/open-server.ts'
import { postgresFolders } from '../../../../scripts/support/postgres/start.mjs'

const context = { now: Date.UTC(2026, 0, 4, 12), zone: 'Europe/Paris' }

// Without PostgreSQL there is one test, which is skipped.
const folders = hasPostgres ? postgresFolders() : ['']

it.skipIf(!hasPostgres).each(folders)('finds on the server of %s exactly what the records contain', async (bin) => {
  const samples = fc.sample(
    fc.tuple(
      fc.array(fc.array(message, { maxLength: 25 }), { minLength: 1, maxLength: 5 }),
      fc.array(query, { minLength: 20, maxLength: 20 }),
    ),
    { numRuns: bin === folders[0] || process.env['ALL_POSTGRES'] ? 6 : 1, seed: 7 },
  )
  for (const [given, queries] of samples) {
    const batches = given.map((batch, at) => batch.map((record, index) => near(record, `${at}.${index}`)))
    const database = await openDatabase(bin)
    const writer = new ServerWriter(database)
    for (const batch of batches) await writer.import([packed(batch)])
    const reader = new ServerReader(database)
    const records = model(batches)
    const all = (await reader.search({ query: everything, context, limit: 1000 })).rows.map(({ row }) => row)
    for (const searched of [everything, ...queries]) {
      const expected = records.filter((record) => matches(searched, record, context))
      const { rows } = await reader.search({ query: searched, context, limit: 1000 })
      expect(rows.map(told).sort(), JSON.stringify(searched)).toEqual(expected.map(told).sort())
      expect(rows.map(({ row }) => row)).toEqual(rows.map(({ row }) => row).sort((x, y) => y - x))
      const standing = await reader.positions({ query: searched, context, rows: [...all, -1] })
      const inOrder = new Map(rows.map(({ row }, position) => [row, position]))
      expect(standing).toEqual({
        positions: [...all.map((row) => inOrder.get(row) ?? null), null],
        count: expected.length,
      })
      expect((await reader.count({ query: searched, context })).value).toBe(expected.length)
      const { bars } = await reader.histogram({ query: searched, context })
      expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(expected.length)
      expect(bars.reduce((sum, { failed }) => sum + failed, 0)).toBe(inGroup('failed', expected))
      expect(bars.reduce((sum, { waiting }) => sum + waiting, 0)).toBe(inGroup('pending', expected))
    }
    for (const zone of zones) {
      for (const searched of [everything, bounced]) {
        const inZone = { query: searched, context: { ...context, zone } }
        const expected = countsOfDays(
          records.filter((record) => matches(searched, record, context)),
          zone,
        )
        const { bars } = await reader.histogram(inZone)
        expect(bars.map(({ day, count }) => [day, count])).toEqual(expected)
      }
    }
    await database.close()
  }
})

/** In the last zone, days started at 0:44:30 UTC until 1972. */
const zones = ['UTC', 'Europe/Paris', 'America/New_York', 'Asia/Kathmandu', 'Africa/Monrovia']
const bounced: Query = { kind: 'value', field: 'state', value: 'bounced' }

function countsOfDays(records: readonly Message[], zone: string): [day: number, count: number][] {
  const counts = new Map<number, number>()
  for (const { createdDate } of records) {
    const { from } = daySpan(secondOf(createdDate), zone)
    counts.set(from, (counts.get(from) ?? 0) + 1)
  }
  return [...counts].sort(([a], [b]) => a - b)
}
