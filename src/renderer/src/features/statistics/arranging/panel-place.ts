import { getContext, setContext } from 'svelte'
import type { Arrangement } from './arrangement.svelte.ts'

/** Where a panel stands in its dashboard. */
export type PanelPlace = { readonly id: string; readonly arrangement: Arrangement }

const key = Symbol('panel')

export function providePlace(place: PanelPlace): void {
  setContext(key, place)
}

/** Undefined for a panel that stands alone. Like any context, it can be read only while a component is being created. */
export function usePlace(): PanelPlace | undefined {
  return getContext<PanelPlace | undefined>(key)
}
