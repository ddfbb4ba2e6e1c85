import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { CFB } from 'xlsx'
import { bytesOf } from '#test/support/table-files.ts'
import { columnNames, openBook, roundTrip, valuesOf } from '#test/support/written-sheets.ts'
import type { Row } from '../base/table.ts'
import { writeXls } from './xls-writer.ts'

describe('xls', () => {
  it('splits strings over records at every place', async () => {
    // Each additional character in front shifts all following boundaries of the 8,224-byte records by one.
    for (let shift = 0; shift < 12; shift += 1) {
      const row = ['x'.repeat(8180 + shift), 'é', '漢字'.repeat(5000), '', 'y'.repeat(9000), '😀'.repeat(4000), 'end']
      expect(await roundTrip('xls', [row])).toEqual([row])
    }
  })

  it('splits no surrogate pair, so that readers that decode each record by itself can read it', async () => {
    for (let shift = 0; shift < 6; shift += 1) {
      const rows = [
        [`${'x'.repeat(8180 + shift)}`, '😀'.repeat(9000), 'é', '😀'],
        ['🎉🎉 Rechnung für Łódź 🚀'.repeat(900)],
      ]
      const file = await bytesOf(writeXls(columnNames(4), [rows]))
      const parts = sharedTextParts(file)
      expect(parts.length).toBeGreaterThan(9)
      for (const part of parts) expect(part.isWellFormed()).toBe(true)
      expect(await roundTrip('xls', rows)).toEqual(rows.map((row) => [...row, null, null, null].slice(0, 4)))
    }
  })

  it('notes an invalid character in the cell: readers of xls would reject the whole file', async () => {
    const stream = writeXls(['A', 'B'], [[['half \ud800', 'pair 😀']]])
    const [, cells] = valuesOf((await openBook(stream)).Sheets['Messages'], 2)
    expect(cells).toEqual(['half \uFFFD … [an invalid character was replaced]', 'pair 😀'])
    expect(stream.report.replacedCells).toBe(1)
  })

  it('writes nothing before the last row', async () => {
    const order: string[] = []
    async function* rows(): AsyncGenerator<Row[]> {
      yield [['a']]
      await setImmediate()
      order.push('last row')
      yield [['b']]
    }
    for await (const chunk of writeXls(['A'], rows())) if (chunk.length > 0) order.push('chunk')
    expect(order[0]).toBe('last row')
  })
})

/** The texts of the shared table, each up to the end of its record, read by an independent reader. */
function sharedTextParts(file: Buffer): string[] {
  const stream = CFB.find(CFB.read(file, { type: 'buffer' }), 'Workbook')!.content as Uint8Array
  const bytes = Buffer.from(stream)
  const parts: string[] = []
  let left = 0
  for (let at = 0, isTable = false; at + 4 <= bytes.length;) {
    const [type, length] = [bytes.readUInt16LE(at), bytes.readUInt16LE(at + 2)]
    isTable = type === 0x00fc || (isTable && type === 0x003c)
    const body = bytes.subarray(at + 4, at + 4 + length)
    let place = type === 0x00fc ? 8 : 0
    while (isTable && place < body.length) {
      if (left === 0) {
        left = body.readUInt16LE(place)
        place += 2
      }
      const isWide = body.readUInt8(place) === 1
      const count = Math.min(left, (body.length - place - 1) >> (isWide ? 1 : 0))
      const end = place + 1 + count * (isWide ? 2 : 1)
      parts.push(body.toString(isWide ? 'utf16le' : 'latin1', place + 1, end))
      left -= count
      place = end
    }
    at += 4 + length
  }
  return parts
}
