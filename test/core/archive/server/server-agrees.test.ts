import fc from 'fast-check'
import { expect, it } from 'vitest'
import { matches } from '#shared/domain/messages/matches.ts'
import type { Message } from '#shared/domain/messages/record.ts'
import { everything } from '#shared/domain/query/ast.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { statesOf } from '#shared/domain/query/states.ts'
import { mergeRecords } from '#core/archive/engine/record/merge-records.ts'
import { ServerReader } from '#core/archive/server/server-reader.ts'
import { ServerWriter } from '#core/archive/server/write/server-writer.ts'
import { message, query } from '../support/arbitrary.ts'
import { packed } from '../support/packed.ts'
import { hasPostgres, openDatabase } from '../support/open-server.ts'
import { postgresFolders } from '../../../../scripts/support/postgres/start.mjs'

const context = { now: Date.UTC(2026, 0, 4, 12), zone: 'Europe/Paris' }

function told(row: Message): string {
  return `${row.id}|${row.email}|${row.createdDate}`
}

/** The expected content of the archive after these imports: one record per id and recipient. */
function model(batches: readonly (readonly Message[])[]): Message[] {
  const known = new Map<string, Message>()
  for (const batch of batches) {
    const inBatch = new Map<string, Message>()
    const put = (into: Map<string, Message>, record: Message): void => {
      const identity = `${record.id}\0${record.email}`
      const found = into.get(identity)
      into.set(identity, found ? mergeRecords(found, record) : record)
    }
    for (const record of batch) put(inBatch, record)
    for (const record of inBatch.values()) put(known, record)
  }
  return [...known.values()]
}

// Without a server there is one test, which is skipped.
const folders = hasPostgres ? postgresFolders() : ['']

it.skipIf(!hasPostgres).each(folders)('finds on the server of %s exactly what the records contain', async (bin) => {
  const samples = fc.sample(
    fc.tuple(
      fc.array(fc.array(message, { maxLength: 25 }), { minLength: 1, maxLength: 5 }),
      fc.array(query, { minLength: 20, maxLength: 20 }),
    ),
    { numRuns: 6 },
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
    await database.close()
  }
})

function inGroup(group: string, messages: readonly Pick<Message, 'lastState'>[]): number {
  return messages.filter(({ lastState }) => statesOf(group).includes(fold(lastState))).length
}

/** Repeated ids keep one creation time, as at the service; all others differ. */
function near(record: Message, name: string): Message {
  const repeats = record.id.length < 8
  return repeats ? { ...record, createdDate: Date.UTC(2026, 0, 2, 3, 4, 5) } : { ...record, id: `${record.id} ${name}` }
}
