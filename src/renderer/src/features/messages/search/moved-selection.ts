import type { Selection } from '../../../lib/ui/table/selection.ts'

/** Where the row of an index stands now: null where it is not found any more, undefined where it was not asked about. */
export type PlaceNow = (index: number) => number | null | undefined

/**
 * The same messages chosen, wherever they stand now; null where the active one is gone. Where others came in between them,
 * or some of them left, the active one alone stays chosen: never a neighbour.
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
  // Who chose all that match goes on having chosen all that match.
  if (size > 1 && size === count.before) return selection.all(count.now).moveTo(place)
  const by = place - active
  const together = ranges.every(({ first, last }) =>
    [first, last].every((index) => (now(index) ?? index + by) === index + by && now(index) !== null),
  )
  if (!together) return selection.only(place)
  return by === 0 ? selection : selection.movedBy(by)
}
