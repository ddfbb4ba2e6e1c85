import type { Sort } from '#shared/domain/message/search.ts'
import type { Selection } from '../../lib/ui/table/selection.ts'

/** Where somebody was in a search, so that Back from a message leads there again. */
export interface MessagePlace {
  readonly accountId: string
  readonly text: string
  readonly sort: Sort
  readonly count: number
  readonly selection: Selection
  /** The active row in the archive: its index is another one once records came in. */
  readonly row: number | undefined
  /** The index of the row at the top, with the part of it that is scrolled away. */
  readonly top: number
}

type Asked = Pick<MessagePlace, 'accountId' | 'text' | 'sort'>

export function placeIn(kept: Record<string, unknown>, { accountId, text, sort }: Asked): MessagePlace | undefined {
  const place = kept['messages'] as MessagePlace | undefined
  const isSame =
    place?.accountId === accountId &&
    place.text === text &&
    place.sort.field === sort.field &&
    place.sort.descending === sort.descending
  return isSame ? place : undefined
}

/**
 * The selection and the top row as they are now, where records came in since. The row that was opened is found again or
 * nothing is selected: never its neighbour.
 */
export async function findAgain(
  place: MessagePlace,
  count: number,
  rowAt: (index: number) => Promise<number | undefined>,
): Promise<{ selection: Selection; top: number } | undefined> {
  const { selection, row, top } = place
  if (row === undefined) return undefined
  if ((await rowAt(selection.active)) === row) return { selection, top }
  const moved = count - place.count
  const index = selection.active + moved
  if (moved === 0 || index < 0 || (await rowAt(index)) !== row) return undefined
  return { selection: selection.only(index), top: top + moved }
}
