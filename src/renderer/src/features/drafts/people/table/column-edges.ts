import type { GridColumn } from '#shared/domain/drafts/people/grid-columns.ts'

type Given = {
  readonly columns: readonly GridColumn[]
  /** Whether the last column shows files. */
  readonly hasFiles: boolean
  readonly rows: number
  /** The width of the table in pixels. */
  readonly width: number
}

const usual = { name: 130, value: 140, missing: 140, files: 160 }
/** In the narrow table next to the message, a second visible variable is worth more than showing long names in full. */
const narrow = { name: 78, value: 96, missing: 96, files: 120 }
const narrowBelow = 560

/** Returns the left edges of the columns after the row numbers, followed by the right edge of the last column. */
export function columnEdges({ columns, hasFiles, rows, width }: Given): number[] {
  const gutter = 20 + 7 * Math.max(2, String(rows).length)
  // The address stays in view, so it may occupy only part of a narrow table.
  const address = Math.min(240, Math.max(110, Math.round((width - gutter) * 0.36)))
  const widths = { ...(width < narrowBelow ? narrow : usual), address }
  const edges = [gutter]
  for (const { kind } of columns) edges.push(edges.at(-1)! + widths[kind])
  if (hasFiles) edges.push(edges.at(-1)! + widths.files)
  return edges
}
