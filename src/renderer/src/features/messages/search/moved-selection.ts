import type { ChosenRows } from './chosen-rows.svelte.ts'
import type { MessageRow } from './message-row.ts'
import type { Selection } from '../../../lib/ui/table/selection.ts'

/**
 * Returns the current position of the row at an index: null if it was removed, undefined if its position was not requested.
 */
export type PositionNow = (index: number) => number | null | undefined

/**
 * Returns the selection of the same messages at their new positions; null if the active message was removed. If others
 * arrived in between or some disappeared, only the active message stays selected, never a neighbour.
 */
export function movedSelection(
  selection: Selection,
  now: PositionNow,
  count: { before: number; now: number },
): Selection | null {
  const { active, ranges } = selection
  const position = now(active)
  if (position === null) return null
  if (position === undefined) return selection
  // A selection of all matches stays a selection of all matches.
  if (selection.isAllOf(count.before)) return selection.all(count.now).moveTo(position)
  const by = position - active
  const together = ranges.every(({ first, last }) =>
    [first, last].every((index) => (now(index) ?? index + by) === index + by && now(index) !== null),
  )
  if (!together) return selection.only(position)
  return by === 0 ? selection : selection.movedBy(by)
}

/** If more ranges of rows are selected, their positions are not tracked individually. */
const maxRanges = 50

type Chosen = Pick<ChosenRows, 'selection' | 'isOpenMessageGone'>
type FollowedRow = { index: number; row: number }

/**
 * Returns the rows whose new positions are needed: the active row, the top row, and both ends of each selected range.
 */
export function followedRows(
  { selection: { ranges, active }, isOpenMessageGone }: Chosen,
  top: number,
  rowAt: (index: number) => MessageRow | undefined,
): FollowedRow[] {
  const ends = ranges.length > maxRanges ? [] : ranges.flatMap(({ first, last }) => [first, last])
  // If the open message was removed, the active row shows another message, which is not followed.
  return [...(isOpenMessageGone ? [] : [active]), top, ...ends].flatMap((index) => {
    const row = rowAt(index)?.row
    return row === undefined ? [] : [{ index, row }]
  })
}
