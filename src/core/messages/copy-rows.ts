import { AppError } from '#shared/contract/base/error.ts'
import { english } from '#shared/domain/base/plural.ts'
import type { MessageRow } from '#shared/domain/messages/record.ts'
import type { SearchRequest } from '#shared/domain/messages/search.ts'
import { tsvLine } from '#shared/text/tsv.ts'
import type { ReadingPort } from '../archive/index.ts'

/** The most rows that a clipboard, and the program pasted into, can handle well. More rows can be exported. */
const mostCopied = 20_000
const pageSize = 500
const columns = ['Created', 'State', 'To', 'From', 'Subject', 'Tags', 'Opens', 'Clicks', 'Size', 'ID']

type Range = { first: number; last: number }

/** The rows of a search result as tab-separated text with a heading. */
export async function copyRows(
  archive: ReadingPort,
  search: SearchRequest,
  { ranges, signal }: { ranges: readonly Range[]; signal: AbortSignal },
): Promise<{ text: string; rows: number }> {
  const selected = ranges.reduce((sum, { first, last }) => sum + Math.max(0, last - first + 1), 0)
  if (selected > mostCopied) {
    const [most, given] = [english.number(mostCopied), english.number(selected)]
    throw new AppError('too-many-rows', `At most ${most} rows can be copied at a time. You selected ${given}.`)
  }
  const lines = [columns.join('\t')]
  for (const { first, last } of ranges) {
    for (let offset = first; offset <= last; offset += pageSize) {
      const limit = Math.min(pageSize, last - offset + 1)
      const { rows } = await archive.search({ ...search, offset, limit }, { signal })
      for (const row of rows) lines.push(lineOf(row))
    }
  }
  return { text: lines.join('\n'), rows: lines.length - 1 }
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
