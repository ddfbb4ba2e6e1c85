export type PanelName = 'preview' | 'checks' | 'people' | 'options' | 'files'

/** A tab beside the draft. */
export type Panel<Name extends string> = { readonly value: Name; readonly label: string; readonly count?: number }

/** The tabs beside a message, in order. */
export const panels: readonly Panel<PanelName>[] = [
  { value: 'preview', label: 'Preview' },
  { value: 'checks', label: 'Checks' },
  { value: 'people', label: 'Recipients' },
  { value: 'options', label: 'Options' },
  { value: 'files', label: 'Files' },
]
