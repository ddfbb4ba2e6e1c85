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

/** A longer duration is the number of a wrongly formatted cell. */
const mostDays = 1_000_000
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

/** How a number format displays a number: a `duration` can exceed 24 hours. */
export type NumberDisplay = 'number' | 'date' | 'duration'

/**
 * Converts a number to the value that its format displays. A duration, and a date serial below one, which is a time without
 * a date, are returned as text.
 */
export function numberCell(number: number, display: NumberDisplay | undefined, is1904: boolean): SheetCell {
  if (display === 'duration') return Math.abs(number) < mostDays ? durationText(number) : number
  if (display !== 'date') return number
  const isTime = number >= 0 && number < 1
  return isTime ? durationText(number) : serialDate(number, is1904)
}

/** Converts a number of days to hours, minutes and, unless they are zero, seconds. */
function durationText(days: number): string {
  const seconds = Math.floor(Math.round(Math.abs(days) * 86_400_000) / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const text = parts.map((part) => String(part).padStart(2, '0')).join(':')
  return (days < 0 ? '-' : '') + text.replace(/:00$/, '')
}

/** Spreadsheets limit a number format’s pattern to this many characters. */
const longestPattern = 255

/** The built-in format `[h]:mm:ss`. */
const elapsedHours = 46

/** How a number format displays numbers, judged by its number or its pattern. */
export function displayOf(id: number, pattern: string | undefined): NumberDisplay {
  if (pattern === undefined) {
    if (id === elapsedHours) return 'duration'
    return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58) ? 'date' : 'number'
  }
  const { signs, isElapsed } = signsOf(pattern.slice(0, longestPattern).toLowerCase())
  if (isElapsed) return 'duration'
  return !signs.includes('general') && /[ymdhs]/.test(signs) ? 'date' : 'number'
}

/** Removes literal text, blanks, colours and conditions from a pattern. */
function signsOf(pattern: string): { signs: string; isElapsed: boolean } {
  let signs = ''
  let isElapsed = false
  for (let at = 0; at < pattern.length; at += 1) {
    const sign = pattern[at]!
    if (sign === '"') at = endOf(pattern, '"', at)
    else if (sign === '[') {
      const end = endOf(pattern, ']', at)
      // The codes for elapsed hours, minutes and seconds.
      isElapsed ||= /^(?:h+|m+|s+)$/.test(pattern.slice(at + 1, end))
      at = end
    } else if (sign === '\\' || sign === '_' || sign === '*') at += 1
    else signs += sign
  }
  return { signs, isElapsed }
}

function endOf(pattern: string, sign: string, start: number): number {
  const end = pattern.indexOf(sign, start + 1)
  return end === -1 ? pattern.length : end
}
