/** Reads spreadsheets with SheetJS, to check the writers of src/formats against another implementation. */

import { read } from 'xlsx'
import type { CellObject, WorkBook, WorkSheet } from 'xlsx'
import type { Cell, Row, TableOptions, TableStream } from '#formats/base/table.ts'
import { writeTable } from '#formats/write-table.ts'
import { bytesOf } from './table-files.ts'

export async function openBook(stream: TableStream): Promise<WorkBook> {
  return read(await bytesOf(stream), { type: 'buffer', cellNF: true })
}

export function columnNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `C${index}`)
}

/** The values of a sheet; null stands for a missing cell. */
export function valuesOf(sheet: WorkSheet | undefined, width: number): Cell[][] {
  const rows: Cell[][] = []
  for (const [address, cell] of Object.entries(sheet ?? {})) {
    if (address.startsWith('!')) continue
    const [, letters = '', digits = ''] = /^([A-Z]+)(\d+)$/.exec(address) ?? []
    const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
    const row = (rows[Number(digits) - 1] ??= Array.from({ length: width }, () => null))
    const object: CellObject = cell
    if (object.t !== 'z' && object.v !== undefined && typeof object.v !== 'boolean') row[column] = object.v
  }
  return rows
}

export async function roundTrip(fileType: 'xls' | 'xlsx', rows: Row[], options?: TableOptions): Promise<Cell[][]> {
  const width = Math.max(...rows.map((row) => row.length))
  const book = await openBook(writeTable(fileType, columnNames(width), [rows], options))
  return valuesOf(book.Sheets['Messages'], width).slice(1)
}
