import { inflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { bytesOf } from '#test/support/table-files.ts'
import { columnNames, openBook, valuesOf } from '#test/support/written-sheets.ts'
import { writeXlsx } from './xlsx-writer.ts'

describe('xlsx', () => {
  it('escapes what XML forbids, so that nothing is replaced', async () => {
    const texts = ['a\0b\u0007c\uffff', '\u001b[31m\ufffe', '_x0007_\u0007', '\ud800x', 'x\udc00\r']
    const stream = writeXlsx(columnNames(5), [[texts]])
    expect(valuesOf((await openBook(stream)).Sheets['Messages'], 5)[1]).toEqual(texts)
    expect(stream.report.replacedCells).toBe(0)
  })

  it('deflates at the given level', async () => {
    const rows = Array.from({ length: 500 }, (_, index) => [
      `row ${index}`,
      index ** 3,
      `${index % 7} times ${index % 11}`,
    ])
    const sizes = [0, 1, 9].map(
      async (deflateLevel) => (await bytesOf(writeXlsx(['A', 'B', 'C'], [rows], { deflateLevel }))).length,
    )
    const [stored = 0, fast = 0, small = 0] = await Promise.all(sizes)
    expect(stored).toBeGreaterThan(fast)
    expect(fast).toBeGreaterThan(small)
  })

  it('is a zip with matching sizes and check sums', async () => {
    const bytes = await bytesOf(writeXlsx(['A'], [[['é'.repeat(100_000)]]]))
    const end = bytes.length - 22
    expect(bytes.readUInt32LE(end)).toBe(0x06054b50)
    let at = bytes.readUInt32LE(end + 16)
    for (let entry = 0; entry < bytes.readUInt16LE(end + 10); entry += 1) {
      const [compressed, size, nameLength] = [
        bytes.readUInt32LE(at + 20),
        bytes.readUInt32LE(at + 24),
        bytes.readUInt16LE(at + 28),
      ]
      const local = bytes.readUInt32LE(at + 42)
      const data = local + 30 + bytes.readUInt16LE(local + 26)
      expect(inflateRawSync(bytes.subarray(data, data + compressed)).length).toBe(size)
      expect(bytes.readUInt32LE(data + compressed)).toBe(0x08074b50)
      expect(bytes.readUInt32LE(data + compressed + 4)).toBe(bytes.readUInt32LE(at + 16))
      at += 46 + nameLength
    }
    expect(at).toBe(end)
  })
})
