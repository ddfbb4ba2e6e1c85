import type { Component } from 'svelte'
import type { ComposeDraft } from '../draft/compose-draft.svelte.ts'

export type DraftPanel = Component<{ draft: ComposeDraft }>
export type PanelName = 'preview' | 'checks' | 'people' | 'options' | 'files'

type Panel = { readonly value: PanelName; readonly label: string }

/** The tabs beside the message, in their order. */
export const panels: readonly Panel[] = [
  { value: 'people', label: 'Recipients' },
  { value: 'options', label: 'Options' },
  { value: 'files', label: 'Files' },
]

/** Loaded with the first editor that shows them. */
export const loadPanel: Partial<Record<PanelName, () => Promise<{ default: DraftPanel }>>> = {
  people: () => import('../people/PeopleTable.svelte'),
}
