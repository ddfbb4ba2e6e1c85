/** A cell as a reader finds it; null where there is none. */
export type SheetCell = string | number | boolean | Date | null

export interface SheetBatch {
  rows: SheetCell[][]
  /** For each row its number in the sheet, from 1. */
  numbers: number[]
}

/** A workbook that is open for reading: whoever opened it closes it. */
export interface SheetBook {
  readonly names: readonly string[]
  /** Rows of one sheet, a few hundred at a time. Empty rows may be left out. */
  rows(sheet: number): AsyncGenerator<SheetBatch>
  /** How much of the file was read, 0 to 1. */
  progress(): number
  close(): Promise<void>
}

export const rowsPerBatch = 256

const daysTo1970 = 25_569
const daysTo1904 = 1462

/** A date as spreadsheets count them: days, without a zone, taken for UTC. Null for what no date can hold. */
export function serialDate(serial: number, is1904: boolean): Date | null {
  const days = serial + (is1904 ? daysTo1904 : 0) - daysTo1970
  const date = new Date(Math.round(days * 86_400_000))
  return Number.isNaN(date.getTime()) ? null : date
}

/** Number formats that show a date, by their number or their pattern. */
export function isDateFormat(id: number, pattern: string | undefined): boolean {
  if (pattern === undefined) return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58)
  const bare = pattern.replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?![hms]+\])[^\]]*\]/gi, '')
  return !/general/i.test(bare) && /[ymdhs]/i.test(bare)
}
