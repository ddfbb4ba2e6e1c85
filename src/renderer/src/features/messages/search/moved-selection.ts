import type { ChosenRows } from './chosen-rows.svelte.ts'
import type { MessageRow } from './message-row.ts'
import type { Selection } from '../../../lib/ui/table/selection.ts'

/** Returns where the row of an index stands now: null when it is gone, undefined when its place was not asked for. */
export type PlaceNow = (index: number) => number | null | undefined

/**
 * The selection of the same messages at their new places; null when the active one is gone. When others came in between
 * or some left, only the active one stays chosen, never a neighbour.
 */
export function movedSelection(
  selection: Selection,
  now: PlaceNow,
  count: { before: number; now: number },
): Selection | null {
  const { active, ranges, size } = selection
  const place = now(active)
  if (place === null) return null
  if (place === undefined) return selection
  // A selection of all matches stays a selection of all matches.
  if (size > 1 && size === count.before) return selection.all(count.now).moveTo(place)
  const by = place - active
  const together = ranges.every(({ first, last }) =>
    [first, last].every((index) => (now(index) ?? index + by) === index + by && now(index) !== null),
  )
  if (!together) return selection.only(place)
  return by === 0 ? selection : selection.movedBy(by)
}

/** The places of more ranges of chosen rows are not followed one by one. */
const maxRanges = 50

type Chosen = Pick<ChosenRows, 'selection' | 'isOpenMessageGone'>
type FollowedRow = { index: number; row: number }

/** The rows whose new place is needed: the active one, the top one, and both ends of each chosen range. */
export function followedRows(
  { selection: { ranges, active }, isOpenMessageGone }: Chosen,
  top: number,
  rowAt: (index: number) => MessageRow | undefined,
): FollowedRow[] {
  const ends = ranges.length > maxRanges ? [] : ranges.flatMap(({ first, last }) => [first, last])
  // When the open message is gone, another one stands in its place.
  return [...(isOpenMessageGone ? [] : [active]), top, ...ends].flatMap((index) => {
    const row = rowAt(index)?.row
    return row === undefined ? [] : [{ index, row }]
  })
}
