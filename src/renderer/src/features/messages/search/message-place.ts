import type { Sort } from '#shared/domain/messages/search.ts'
import { Selection } from '../../../lib/ui/table/selection.ts'

/** Where somebody was in a search, so that Back from a message leads there again. */
export type MessagePlace = {
  readonly accountId: string
  readonly text: string
  readonly sort: Sort
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

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type Reloaded = Omit<MessagePlace, 'text' | 'selection'> & { readonly step: unknown; readonly active: number }
const storedAs = 'mailroom.messages'

/** For a reload of the page. The words of the search stay in the address, and are written nowhere else. */
export function keepForReload(store: Store, step: unknown, place: MessagePlace | undefined): void {
  if (!place) return store.removeItem(storedAs)
  const { accountId, sort, row, top, selection } = place
  const kept: Reloaded = { step, accountId, sort, row, top, active: selection.active }
  store.setItem(storedAs, JSON.stringify(kept))
}

/** The place of this step of the history before the page was loaded again; told once. */
export function placeAfterReload(store: Store, step: unknown, asked: Asked): MessagePlace | undefined {
  const written = store.getItem(storedAs)
  store.removeItem(storedAs)
  if (written === null) return undefined
  const { step: keptStep, active, ...kept } = JSON.parse(written) as Reloaded
  if (keptStep !== step) return undefined
  const selection = active < 0 ? Selection.none : Selection.none.only(active)
  return placeIn({ messages: { ...kept, row: kept.row, text: asked.text, selection } }, asked)
}
