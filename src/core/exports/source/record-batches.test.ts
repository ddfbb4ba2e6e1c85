import { expect, it } from 'vitest'
import { writeTable, type Batch } from '#formats/index.ts'
import { archiveColumns, defaultColumns } from '#shared/domain/exports/archive-columns.ts'
import { archiveTable } from '#shared/domain/exports/archive-rows.ts'
import type { Message } from '#shared/domain/messages/record.ts'
import { generateMessages } from '#test/core/archive/support/generate.ts'
import { bytesOf } from '#test/support/table-files.ts'
import { GrowingSet } from '../../base/packs/growing-set.ts'
import { readPack, writePack } from '../../base/packs/pack.ts'
import { storedMessageOf, type RecordSet } from '../../base/packs/record-set.ts'
import { recordBatches } from './record-batches.ts'

/** Messages as reported by a sync, with every field for which a record set has no column. */
function messages(): Message[] {
  const usual = [...generateMessages({ count: 400 })]
  const [first] = usual
  const { reason: _reason, meta: _meta, ...bare } = first!
  const odd: Partial<Message>[] = [
    { meta: {}, reason: null },
    { meta: { text: ',"reason":null}', list: ['a, "b"'], lone: '\uD800', '': null }, reason: null },
    { meta: { a: 1 }, reason: '550 "no", and\r\nno more' },
    { meta: { a: 1 } },
    { reason: null },
    { meta: null, reason: null, openDetails: [{ date: 1, userAgent: null, url: '' }] },
    { meta: null, reason: null, extra: { meta: null, reason: null } },
    { meta: { a: 1 }, reason: null, size: 1.5, open: -1 },
    { subject: 'half \uD800', meta: null, reason: null },
    { subject: '\uFEFF=1+1', id: '', tags: ['a,b', ''] },
    { subject: '', tags: ['"', '\\'], from: '', email: 'zoé@example.org' },
  ]
  return [...usual, ...odd.map((fields) => ({ ...bare, ...fields }))]
}

function recordSet(): RecordSet {
  const set = new GrowingSet(0)
  for (const [at, message] of messages().entries()) set.append(message, at + 1)
  return readPack(writePack(set))
}

it('gives every record as its row, whatever it has', async () => {
  const set = recordSet()
  const all = archiveColumns.map(({ id }) => id)
  for (const format of ['csv', 'jsonl', 'xlsx'] as const) {
    for (const columns of [defaultColumns('csv'), defaultColumns('json'), ['reason'], [...all, 'meta:order']]) {
      const table = archiveTable({ format, columns, keyNames: new Map() })
      const written = (batch: Batch): Promise<Buffer> =>
        bytesOf(writeTable(format, table.columns, [batch], { for: 'machines', jsonColumns: table.jsonColumns }))
      const rows = Array.from({ length: set.size }, (_, at) => table.rowOf(storedMessageOf(set, at)))
      const [ours, expected] = [await written(recordBatches(columns, table)(set)), await written(rows)]
      expect([format, columns, ours.equals(expected)]).toEqual([format, columns, true])
    }
  }
})

it('makes no row of a record that has only metadata beside its columns', () => {
  const columns = defaultColumns('csv')
  const batch = recordBatches(columns, archiveTable({ format: 'csv', columns, keyNames: new Map() }))(recordSet())
  expect('columns' in batch && batch.rows.size).toBeGreaterThan(0)
  expect('columns' in batch && batch.rows.size).toBeLessThan(batch.length / 4)
})
