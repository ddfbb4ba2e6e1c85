import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Message, MessageRow } from '#shared/domain/messages/record.ts'
import type { Sort } from '#shared/domain/messages/search.ts'
import { everything } from '#shared/domain/query/ast.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { matches } from '#shared/domain/messages/matches.ts'
import { Database } from '#core/archive/engine/file/database.ts'
import { checkIntegrity } from '#core/archive/engine/store/maintenance.ts'
import { migrate } from '#core/archive/engine/file/migrate.ts'
import { ArchiveReader } from '#core/archive/engine/archive-reader.ts'
import { ArchiveWriter } from '#core/archive/engine/store/archive-writer.ts'
import { message, query } from './support/arbitrary.ts'
import { inGroup, model, near, told } from './support/expected.ts'
import { generateMessages } from './support/generate.ts'
import { packed } from './support/packed.ts'
import { patiently } from './support/patiently.ts'
import { openArchive, temporaryFolder } from './support/open-archive.ts'

const context = { now: Date.UTC(2026, 0, 4, 12), zone: 'Europe/Paris' }

it('finds with its index exactly what the records contain, in any order of import', { timeout: 120_000 }, async () => {
  const folder = await temporaryFolder()
  let run = 0
  fc.assert(
    fc.property(
      fc.array(fc.array(message, { maxLength: 25 }), { minLength: 1, maxLength: 5 }),
      fc.array(query, { minLength: 20, maxLength: 20 }),
      (given, queries) => {
        const batches = given.map((batch, at) => batch.map((record, index) => near(record, `${at}.${index}`)))
        const database = new Database(join(folder, `${run++}.sqlite`))
        migrate(database)
        const writer = new ArchiveWriter(database)
        for (const batch of batches) writer.import([packed(batch)])
        const reader = new ArchiveReader(new Database(database.path, { readOnly: true }))
        const records = model(batches)
        const all = patiently(() => reader.search({ query: everything, context, limit: 1000 })).rows.map(
          ({ row }) => row,
        )
        for (const searched of [everything, ...queries]) {
          const expected = records.filter((record) => matches(searched, record, context))
          const { rows } = patiently(() => reader.search({ query: searched, context, limit: 1000 }))
          expect(rows.map(told).sort(), JSON.stringify(searched)).toEqual(expected.map(told).sort())
          expect(rows.map(({ row }) => row)).toEqual(rows.map(({ row }) => row).sort((x, y) => y - x))
          const standing = patiently(() => reader.positions({ query: searched, context, rows: [...all, -1] }))
          const inOrder = new Map(rows.map(({ row }, position) => [row, position]))
          expect(standing).toEqual({
            positions: [...all.map((row) => inOrder.get(row) ?? null), null],
            count: expected.length,
          })
          expect(patiently(() => reader.count({ query: searched, context })).value).toBe(expected.length)
          const { bars } = patiently(() => reader.histogram({ query: searched, context }))
          expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(expected.length)
          expect(bars.reduce((sum, { failed }) => sum + failed, 0)).toBe(inGroup('failed', expected))
          expect(bars.reduce((sum, { waiting }) => sum + waiting, 0)).toBe(inGroup('pending', expected))
        }
        expect(checkIntegrity(database)).toEqual({ kind: 'none', findings: [] })
        database.close()
      },
    ),
    { numRuns: 30, interruptAfterTimeLimit: 60_000 },
  )
})

it('sorts by every column and returns any page', async () => {
  const archive = await openArchive()
  const records = fc
    .sample(message, { numRuns: 300, seed: 5 })
    .map((record, index) => ({ ...record, id: `id-${index}` }))
  await archive.import(records)
  const text = (field: 'email' | 'from' | 'subject') => (row: MessageRow) => fold(row[field])
  const byCode = (one: string, other: string) => (one < other ? -1 : 1)
  /** Rows without a value are sorted last. */
  const nothing = '\uffff'
  const keys = {
    created: (row: MessageRow) => row.row,
    size: (row: MessageRow) => row.size,
    opens: (row: MessageRow) => row.open,
    clicks: (row: MessageRow) => row.click,
    lastState: (row: MessageRow) => Math.min(Math.floor(row.lastStateDate / 1000), 0xffffffff),
    state: (row: MessageRow) => row.lastState,
    to: text('email'),
    from: text('from'),
    subject: text('subject'),
    tags: (row: MessageRow) => row.tags.map(fold).toSorted(byCode)[0] ?? nothing,
    key: (row: MessageRow) => fold(row.apiKey) || nothing,
  }
  for (const [field, key] of Object.entries(keys)) {
    for (const descending of [true, false]) {
      const sort = { field, descending } as Sort
      const pages: MessageRow[] = []
      for (let offset = 0; offset < 300; offset += 70) {
        pages.push(...(await archive.search({ query: everything, context, sort, offset, limit: 70 })).rows)
      }
      const rows = pages.map(({ row }) => row)
      expect(new Set(rows).size).toBe(300)
      const { positions } = await archive.positions({ query: everything, context, sort, rows: [...rows, -1] })
      expect(positions).toEqual([...rows.keys(), null])
      for (let at = 1; at < pages.length; at++) {
        const [before, after] = [key(pages[at - 1]!), key(pages[at]!)]
        expect(descending ? before >= after : before <= after, `${field} ${descending}`).toBe(true)
      }
    }
  }
})

it('sorts texts across many blocks, with the newest first among equal ones', async () => {
  const archive = await openArchive()
  const records = [...generateMessages({ count: 12_000 })]
  for (let at = 0; at < records.length; at += 3000) await archive.import(records.slice(at, at + 3000))
  for (const field of ['to', 'from', 'subject'] as const) {
    const text = (row: Message): string => fold(field === 'to' ? row.email : row[field])
    for (const descending of [true, false]) {
      const sign = descending ? -1 : 1
      const expected = records
        .toReversed()
        .sort((a, b) => (text(a) < text(b) ? -sign : text(a) > text(b) ? sign : 0))
        .map(({ id }) => id)
      const { rows } = await archive.search({
        query: everything,
        context,
        sort: { field, descending },
        limit: records.length,
      })
      expect(rows.map(({ id }) => id)).toEqual(expected)
    }
  }
})
