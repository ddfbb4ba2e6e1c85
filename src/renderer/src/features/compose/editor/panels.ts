export type PanelName = 'preview' | 'checks' | 'people' | 'options' | 'files'

type Panel = { readonly value: PanelName; readonly label: string }

/** The tabs beside the message, in their order. */
export const panels: readonly Panel[] = [
  { value: 'preview', label: 'Preview' },
  { value: 'checks', label: 'Checks' },
  { value: 'people', label: 'Recipients' },
  { value: 'options', label: 'Options' },
  { value: 'files', label: 'Files' },
]
