import { AppError } from '#shared/contract/base/error.ts'
import type { ParsedInput } from '#shared/contract/table.ts'
import { english } from '#shared/domain/base/plural.ts'
import type { MessageRow } from '#shared/domain/messages/record.ts'
import type { SearchRequest } from '#shared/domain/messages/search.ts'
import { tsvLine } from '#shared/text/tsv.ts'
import type { ReadingPort } from '../archive/index.ts'

/**
 * The maximum number of rows that a clipboard, and the program into which they are pasted, can handle well. More rows
 * can be exported.
 */
const mostCopied = 20_000
const pageSize = 500
const columns = ['Created', 'State', 'To', 'From', 'Subject', 'Tags', 'Opens', 'Clicks', 'Size', 'ID']

type Range = ParsedInput<'messages.copy'>['ranges'][number]
type Found = { readonly archive: ReadingPort; readonly search: SearchRequest; readonly signal: AbortSignal }

/**
 * Returns the selected rows of a search result as tab-separated text with a heading, even if the rows have moved since
 * they were selected.
 */
export async function copyRows(
  archive: ReadingPort,
  search: SearchRequest,
  { ranges, signal }: { ranges: readonly Range[]; signal: AbortSignal },
): Promise<{ text: string; rows: number }> {
  const selected = ranges.reduce((sum, range) => sum + sizeOf(range), 0)
  if (selected > mostCopied) {
    const [most, given] = [english.number(mostCopied), english.number(selected)]
    throw new AppError('too-many-rows', `At most ${most} rows can be copied at a time. You selected ${given}.`)
  }
  const found = { archive, search, signal }
  const rows = (await readRows(found, ranges)) ?? (await readRows(found, await movedRanges(found, ranges)))
  if (!rows) throw new AppError('conflict', 'The list changed while the rows were being copied. Copy them again.')
  const lines = rows.map(lineOf)
  return { text: [columns.join('\t'), ...lines].join('\n'), rows: lines.length }
}

/** Null if the rows are not the selected ones, or if some of them have moved while they were being read. */
async function readRows({ archive, search, signal }: Found, ranges: readonly Range[]): Promise<MessageRow[] | null> {
  const all: MessageRow[] = []
  for (const { first, last, firstRow, lastRow } of ranges) {
    const start = all.length
    for (let offset = first; offset <= last; offset += pageSize) {
      const limit = Math.min(pageSize, last - offset + 1)
      const { rows } = await archive.search({ ...search, offset, limit }, { signal })
      for (const row of rows) all.push(row)
    }
    if (firstRow !== null && all[start]?.row !== firstRow) return null
    if (lastRow !== null && all[start + last - first]?.row !== lastRow) return null
  }
  return new Set(all.map(({ row }) => row)).size === all.length ? all : null
}

/** Where the selected rows are now. */
async function movedRanges({ archive, search, signal }: Found, ranges: readonly Range[]): Promise<Range[]> {
  const rows = ranges.flatMap(({ firstRow, lastRow }) => [firstRow, lastRow]).filter((row) => row !== null)
  const { positions } = await archive.positions({ ...search, rows }, { signal })
  const positionOf = (row: number | null) => (row === null ? undefined : (positions[rows.indexOf(row)] ?? null))
  return ranges.map((range) => {
    const [first, last] = [positionOf(range.firstRow), positionOf(range.lastRow)]
    const start = first ?? (last ?? range.last) - sizeOf(range) + 1
    const end = start + sizeOf(range) - 1
    if (first === null || last === null || (last !== undefined && last !== end)) {
      throw new AppError(
        'conflict',
        'Other rows have appeared between the selected ones, or some are gone. Select the rows again.',
      )
    }
    return { ...range, first: start, last: end }
  })
}

function sizeOf({ first, last }: Range): number {
  return Math.max(0, last - first + 1)
}

function lineOf(row: MessageRow): string {
  const cells = [
    new Date(row.createdDate).toISOString(),
    row.lastState,
    row.email,
    row.from,
    row.subject,
    row.tags.join(', '),
    row.open,
    row.click,
    row.size,
    row.id,
  ]
  return tsvLine(cells.map(String))
}
