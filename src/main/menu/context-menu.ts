import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron'

type Context = Pick<
  ContextMenuParams,
  'isEditable' | 'selectionText' | 'editFlags' | 'misspelledWord' | 'dictionarySuggestions'
>

type Choices = {
  replaceMisspelling(word: string): void
  /** Null unless a link to another view of Mailroom was clicked. */
  readonly openLink: (() => void) | null
}

/** Creates the context menu for places where the page shows none. Empty if there is nothing to offer. */
export function contextMenuTemplate(
  context: Context,
  { replaceMisspelling, openLink }: Choices,
): MenuItemConstructorOptions[] {
  const { editFlags: can } = context
  if (!context.isEditable) {
    return [
      ...(openLink ? [{ label: 'Open Link in New Window', click: openLink }] : []),
      ...(context.selectionText.trim() === '' ? [] : [{ role: 'copy', enabled: can.canCopy } as const]),
    ]
  }
  const suggestions = context.misspelledWord
    ? context.dictionarySuggestions.map((word) => ({ label: word, click: () => replaceMisspelling(word) }))
    : []
  return [
    ...suggestions,
    ...(suggestions.length > 0 ? [{ type: 'separator' } as const] : []),
    { role: 'undo', enabled: can.canUndo },
    { role: 'redo', enabled: can.canRedo },
    { type: 'separator' },
    { role: 'cut', enabled: can.canCut },
    { role: 'copy', enabled: can.canCopy },
    { role: 'paste', enabled: can.canPaste },
    { type: 'separator' },
    { role: 'selectAll', enabled: can.canSelectAll },
  ]
}
