/** A cell as a reader finds it; null where there is none, nothing at all in a wide gap. */
export type SheetCell = string | number | boolean | Date | null

export type SheetBatch = {
  rows: SheetCell[][]
  /** For each row its number in the sheet, from 1. */
  numbers: number[]
}

/** A workbook that is open for reading: whoever opened it closes it. */
export type SheetBook = {
  readonly names: readonly string[]
  /** Rows of one sheet, a few hundred at a time. Blank rows are left out. */
  rows(sheet: number): AsyncGenerator<SheetBatch>
  /** How much of the file was read, 0 to 1. */
  progress(): number
  close(): Promise<void>
}

export const rowsPerBatch = 256

/** The formats set no limit. Each sheet is looked at, and a table that fills a thousand has sixty million rows. */
export const mostSheets = 1024

const daysTo1970 = 25_569
const daysTo1904 = 1462

/** A date as spreadsheets count them: days, without a zone, taken for UTC. Null for what no date can hold. */
export function serialDate(serial: number, is1904: boolean): Date | null {
  const days = serial + (is1904 ? daysTo1904 : 0) - daysTo1970
  const date = new Date(Math.round(days * 86_400_000))
  return Number.isNaN(date.getTime()) ? null : date
}

/** In letters: the most that spreadsheets take for the pattern of a number format. */
const longestPattern = 255

/** Number formats that show a date, by their number or their pattern. */
export function isDateFormat(id: number, pattern: string | undefined): boolean {
  if (pattern === undefined) return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58)
  const signs = signsOf(pattern.slice(0, longestPattern).toLowerCase())
  return !signs.includes('general') && /[ymdhs]/.test(signs)
}

/** A pattern without the texts, blanks, colours and conditions in it. */
function signsOf(pattern: string): string {
  let signs = ''
  for (let at = 0; at < pattern.length; at += 1) {
    const sign = pattern[at]!
    if (sign === '"') at = endOf(pattern, '"', at)
    else if (sign === '[') {
      const end = endOf(pattern, ']', at)
      // Hours, minutes and seconds that go on counting.
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
