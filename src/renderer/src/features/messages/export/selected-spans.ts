import type { RowRange, Selection } from '../../../lib/ui/table/selection.ts'
import type { RowSpan } from './export-address.ts'

/** The maximum number of spans: `messages.positions` accepts 200 rows, and is called with both ends of each span. */
export const mostSpans = 100

/**
 * Identifies the selected rows by their messages. Returns null if every match is selected, and undefined if a row
 * cannot be read. An estimated count may extend past the last match; such a selection also counts as every match.
 */
export async function selectedSpans(
  selection: Selection,
  count: number,
  rowOf: (index: number) => Promise<number | undefined>,
): Promise<readonly RowSpan[] | null | undefined> {
  if (selection.size >= count) return null
  const spans: RowSpan[] = []
  for (const range of selection.ranges) {
    const span = await spanOf(range, rowOf)
    if (span === undefined) return undefined
    spans.push(span)
  }
  return spans
}

async function spanOf(
  { first, last }: RowRange,
  rowOf: (index: number) => Promise<number | undefined>,
): Promise<RowSpan | undefined> {
  const firstRow = await rowOf(first)
  const lastRow = first === last ? firstRow : await rowOf(last)
  if (firstRow === undefined || lastRow === undefined) return undefined
  return { first: firstRow, last: lastRow, size: last - first + 1 }
}

export function rowsOf(spans: readonly RowSpan[]): number[] {
  return spans.flatMap(({ first, last }) => [first, last])
}
