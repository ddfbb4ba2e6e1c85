import { getContext, setContext } from 'svelte'
import type { Arrangement } from './arrangement.svelte.ts'

export type PanelPlace = { readonly id: string; readonly arrangement: Arrangement }

const key = Symbol('panel')

export function providePlace(place: PanelPlace): void {
  setContext(key, place)
}

/** Undefined for a panel outside a dashboard. Like any context, available only while a component is being created. */
export function usePlace(): PanelPlace | undefined {
  return getContext<PanelPlace | undefined>(key)
}
