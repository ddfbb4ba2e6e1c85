/**
 * A cell’s value, or null if the cell is missing. A wide gap is not filled with nulls: the row’s array is sparse there.
 */
export type SheetCell = string | number | boolean | Date | null

export type SheetBatch = {
  rows: SheetCell[][]
  /** Each row’s number in the sheet, starting at 1. */
  numbers: number[]
}

/** A workbook open for reading. The caller that opened it must close it. */
export type SheetBook = {
  readonly names: readonly string[]
  /** Whether spreadsheet programs hide this sheet from the user. */
  isHidden(sheet: number): boolean
  /** Yields a sheet’s rows, a few hundred at a time. Blank rows are skipped. */
  rows(sheet: number): AsyncGenerator<SheetBatch>
  /** The fraction of the file read, 0 to 1. */
  progress(): number
  close(): Promise<void>
}

export const rowsPerBatch = 256

/** The formats set no limit, but every sheet is opened. A table that fills a thousand sheets has sixty million rows. */
export const mostSheets = 1024
export const tooManySheets = `The workbook has more than ${mostSheets} sheets. Save the sheets that contain messages as a separate workbook.`

const daysTo1970 = 25_569
const daysTo1904 = 1462

/**
 * Converts a date serial, the number of days that spreadsheets store. Serials have no zone, so UTC is assumed. Null if out
 * of range.
 */
export function serialDate(serial: number, is1904: boolean): Date | null {
  const days = serial + (is1904 ? daysTo1904 : 0) - daysTo1970
  const date = new Date(Math.round(days * 86_400_000))
  return Number.isNaN(date.getTime()) ? null : date
}

/**
 * Converts a number that is displayed as a date. A serial below one is a time without a date, so it is returned as
 * text.
 */
export function dateCell(serial: number, is1904: boolean): SheetCell {
  const date = serialDate(serial, is1904)
  if (date === null || serial < 0 || serial >= 1) return date
  return date.toISOString().slice(11, 19).replace(/:00$/, '')
}

/** Spreadsheets limit a number format’s pattern to this many characters. */
const longestPattern = 255

/** Whether a number format displays a date, judged by its number or its pattern. */
export function isDateFormat(id: number, pattern: string | undefined): boolean {
  if (pattern === undefined) return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58)
  const signs = signsOf(pattern.slice(0, longestPattern).toLowerCase())
  return !signs.includes('general') && /[ymdhs]/.test(signs)
}

/** Removes literal text, blanks, colours and conditions from a pattern. */
function signsOf(pattern: string): string {
  let signs = ''
  for (let at = 0; at < pattern.length; at += 1) {
    const sign = pattern[at]!
    if (sign === '"') at = endOf(pattern, '"', at)
    else if (sign === '[') {
      const end = endOf(pattern, ']', at)
      // The codes for elapsed hours, minutes and seconds.
      const inside = pattern.slice(at + 1, end)
      if (/^[hms]+$/.test(inside)) signs += inside
      at = end
    } else if (sign === '\\' || sign === '_' || sign === '*') at += 1
    else signs += sign
  }
  return signs
}

function endOf(pattern: string, sign: string, start: number): number {
  const end = pattern.indexOf(sign, start + 1)
  return end === -1 ? pattern.length : end
}
