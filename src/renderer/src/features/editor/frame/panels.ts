export type PanelName = 'preview' | 'checks' | 'people' | 'options' | 'files'

export type Panel<Name extends string> = { readonly value: Name; readonly label: string; readonly count?: number }

/** The panels, in the order of their tabs. */
export const panels: readonly Panel<PanelName>[] = [
  { value: 'preview', label: 'Preview' },
  { value: 'checks', label: 'Checks' },
  { value: 'people', label: 'Recipients' },
  { value: 'options', label: 'Options' },
  { value: 'files', label: 'Files' },
]
