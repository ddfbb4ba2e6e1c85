import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron'

type Context = Pick<
  ContextMenuParams,
  'isEditable' | 'selectionText' | 'editFlags' | 'misspelledWord' | 'dictionarySuggestions'
>

/** The context menu where the page has none of its own; empty when it would have no items. */
export function contextMenuTemplate(
  context: Context,
  replaceMisspelling: (word: string) => void,
): MenuItemConstructorOptions[] {
  const { editFlags: can } = context
  if (!context.isEditable) return context.selectionText.trim() === '' ? [] : [{ role: 'copy', enabled: can.canCopy }]
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
