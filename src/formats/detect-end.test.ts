import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { write as writeWithSheetJs } from 'xlsx'
import { fileTypes } from '#shared/contract/base/file-type.ts'
import type { FileType } from '#shared/contract/base/file-type.ts'
import { observeEnd } from './detect-end.ts'
import type { FileEnd } from './base/file-end.ts'
import { bytesOf, splitAt } from '#test/support/table-files.ts'
import { writeTable } from './write-table.ts'

function observe(fileType: FileType, chunks: Uint8Array[]): FileEnd {
  const observer = observeEnd(fileType)
  for (const chunk of chunks) observer.push(chunk)
  return observer.end()
}

const rows = Array.from({ length: 40 }, (_, index) => [`id ${index}`, 'a "b", [c]\n{d', index % 3 ? null : index])
const columns = ['id', 'subject', 'open']

describe.each(fileTypes)('%s', (fileType) => {
  it('accepts a complete file, wherever its chunks end', async () => {
    const bytes = await bytesOf(writeTable(fileType, columns, [rows], { for: 'machines' }))
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 10 }), (cuts) => {
        expect(observe(fileType, splitAt(bytes, cuts))).toEqual({ isWhole: true })
      }),
    )
  })

  it('reports an empty file', () => {
    expect(observe(fileType, [])).toEqual({ isWhole: false, reason: 'The file is empty.' })
  })
})

describe.each(['json', 'xls', 'xlsx'] as const)('%s', (fileType) => {
  it('detects a cut at every byte', async () => {
    const bytes = await bytesOf(writeTable(fileType, columns, [rows]))
    const lastByte = fileType === 'json' ? bytes.lastIndexOf(']') : bytes.length - 1
    for (let length = 0; length <= lastByte; length += 1) {
      expect(observe(fileType, [bytes.subarray(0, length)]).isWhole).toBe(false)
    }
  })

  it('detects a file of another kind', () => {
    expect(observe(fileType, [Buffer.from(`<html>${'x'.repeat(1000)}</html>`)]).isWhole).toBe(false)
  })
})

it('accepts complete workbooks of other writers, and detects their cuts', () => {
  const sheet = { '!ref': 'A1:A2', A1: { t: 's', v: 'heading' }, A2: { t: 's', v: 'x'.repeat(9000) } }
  for (const fileType of ['xls', 'xlsx'] as const) {
    const book = { SheetNames: ['S'], Sheets: { S: sheet } }
    const bytes = Buffer.from(
      writeWithSheetJs(book, { type: 'buffer', bookType: fileType === 'xls' ? 'biff8' : 'xlsx' }),
    )
    expect(observe(fileType, [bytes])).toEqual({ isWhole: true })
    expect(observe(fileType, [bytes.subarray(0, bytes.length - 700)]).isWhole).toBe(false)
  }
})

describe('xls past 7 MB', () => {
  it('detects a cut at the end and in the middle', async () => {
    const large = Array.from({ length: 1200 }, (_, index) => [`${index} ${'z'.repeat(8000)}`])
    const bytes = await bytesOf(writeTable('xls', ['A'], [large]))
    expect(observe('xls', splitAt(bytes, [100, 5000, 8_000_000]))).toEqual({ isWhole: true })
    for (const length of [bytes.length - 1, bytes.length - 512, bytes.length - 60_000, 5_000_000]) {
      expect(observe('xls', [bytes.subarray(0, length)]).isWhole).toBe(false)
    }
  })
})

describe('csv', () => {
  it.each([
    ['a,b\r\n1,2', 'The last line does not end with a line break.'],
    ['a,b\r\n1\r\n', 'The last row has too few cells.'],
    ['a,b\r\n1,"x\r\n', 'A quote is not closed.'],
  ])('detects a cut: %j', (text, reason) => {
    expect(observe('csv', [Buffer.from(text)])).toEqual({ isWhole: false, reason })
  })

  it('is not misled by text in quotes', () => {
    expect(observe('csv', [Buffer.from('a,b\n"1,\n""2""",3\n\n')])).toEqual({ isWhole: true })
  })
})
