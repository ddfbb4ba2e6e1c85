import type { Sort } from '#shared/domain/messages/search.ts'
import { Selection } from '../../../lib/ui/table/selection.ts'

/** The user’s position in a search, so that Back from a message returns to it. */
export type ScrollMark = {
  readonly accountId: string
  readonly text: string
  readonly sort: Sort
  readonly selection: Selection
  /** The active row’s number in the archive, because its index changes when records arrive. */
  readonly row: number | undefined
  /** The index of the top row; the fraction is the part of the row that is scrolled out of view. */
  readonly top: number
}

type Asked = Pick<ScrollMark, 'accountId' | 'text' | 'sort'>

export function scrollMarkIn(kept: Record<string, unknown>, { accountId, text, sort }: Asked): ScrollMark | undefined {
  const mark = kept['messages'] as ScrollMark | undefined
  const isSame =
    mark?.accountId === accountId &&
    mark.text === text &&
    mark.sort.field === sort.field &&
    mark.sort.descending === sort.descending
  return isSame ? mark : undefined
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type Reloaded = Omit<ScrollMark, 'text' | 'selection'> & { readonly step: unknown; readonly active: number }
const storageKey = 'mailroom.messages'

/** Keeps the position across a reload of the page. The search text stays in the address and is stored nowhere else. */
export function keepForReload(store: Store, step: unknown, mark: ScrollMark | undefined): void {
  if (!mark) return store.removeItem(storageKey)
  const { accountId, sort, row, top, selection } = mark
  const kept: Reloaded = { step, accountId, sort, row, top, active: selection.active }
  store.setItem(storageKey, JSON.stringify(kept))
}

/**
 * Returns the position saved for this browser history entry before the reload, if there is one. Returns it only once.
 */
export function scrollMarkAfterReload(store: Store, step: unknown, asked: Asked): ScrollMark | undefined {
  const written = store.getItem(storageKey)
  store.removeItem(storageKey)
  if (written === null) return undefined
  const { step: keptStep, active, ...kept } = JSON.parse(written) as Reloaded
  if (keptStep !== step) return undefined
  const selection = active < 0 ? Selection.none : Selection.none.only(active)
  return scrollMarkIn({ messages: { ...kept, row: kept.row, text: asked.text, selection } }, asked)
}
