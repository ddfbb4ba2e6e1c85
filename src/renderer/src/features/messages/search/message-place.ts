import type { Sort } from '#shared/domain/messages/search.ts'
import { Selection } from '../../../lib/ui/table/selection.ts'

/** The user's place in a search, so that Back from a message returns to it. */
export type MessagePlace = {
  readonly accountId: string
  readonly text: string
  readonly sort: Sort
  readonly selection: Selection
  /** The active row's number in the archive: its index changes when records arrive. */
  readonly row: number | undefined
  /** The index of the top row; the fraction is the part of it that is scrolled out of view. */
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

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type Reloaded = Omit<MessagePlace, 'text' | 'selection'> & { readonly step: unknown; readonly active: number }
const storageKey = 'mailroom.messages'

/** Keeps the place over a reload of the page. The text of the search stays in the address and is written nowhere else. */
export function keepForReload(store: Store, step: unknown, place: MessagePlace | undefined): void {
  if (!place) return store.removeItem(storageKey)
  const { accountId, sort, row, top, selection } = place
  const kept: Reloaded = { step, accountId, sort, row, top, active: selection.active }
  store.setItem(storageKey, JSON.stringify(kept))
}

/** The place at this step of the browser history before the reload. It is returned once. */
export function placeAfterReload(store: Store, step: unknown, asked: Asked): MessagePlace | undefined {
  const written = store.getItem(storageKey)
  store.removeItem(storageKey)
  if (written === null) return undefined
  const { step: keptStep, active, ...kept } = JSON.parse(written) as Reloaded
  if (keptStep !== step) return undefined
  const selection = active < 0 ? Selection.none : Selection.none.only(active)
  return placeIn({ messages: { ...kept, row: kept.row, text: asked.text, selection } }, asked)
}
