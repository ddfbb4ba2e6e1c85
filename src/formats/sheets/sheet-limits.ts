import { cutText } from '../base/cell-text.ts'

const maxNameLength = 31

/** Makes a sheet name that spreadsheets accept. From the second sheet on, a number is appended. */
export function sheetName(base: string, index: number): string {
  const suffix = index === 0 ? '' : ` ${index + 1}`
  const name = base.replaceAll(/[\\/?*[\]:\p{Cc}]/gu, ' ').trim() || 'Sheet'
  // Excel reserves the name History, and names may neither begin nor end with an apostrophe.
  const allowed = name.toLowerCase() === 'history' ? `${name} 1` : withoutApostrophes(name) || 'Sheet'
  return cutText(allowed, maxNameLength - suffix.length) + suffix
}

function withoutApostrophes(name: string): string {
  let start = 0
  let end = name.length
  while (name[start] === "'") start += 1
  while (end > start && name[end - 1] === "'") end -= 1
  return name.slice(start, end)
}

export function checkColumns(columns: readonly string[], limit: number, fileType: string): void {
  if (columns.length > limit)
    throw new RangeError(
      `A ${fileType} sheet can have at most ${limit} columns, not ${columns.length}. Choose fewer columns, or CSV.`,
    )
}

export function checkRowsPerSheet(asked: number | undefined, limit: number): number {
  if (asked === undefined) return limit
  if (asked < 2 || asked > limit)
    throw new RangeError(`A sheet of this type can have 2 to ${limit} rows, not ${asked}.`)
  return Math.floor(asked)
}
