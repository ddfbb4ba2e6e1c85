import { matchesShortcut } from '../../../../lib/ui/keys/shortcut.ts'
import type { HtmlSource } from './html-source.svelte.ts'

/** Handles the undo and redo shortcuts. Returns whether the key was one of them. */
export function historyKey(event: KeyboardEvent, source: Pick<HtmlSource, 'undo' | 'redo'>): boolean {
  const isUndo = matchesShortcut(event, 'Mod+Z')
  if (!isUndo && !matchesShortcut(event, 'Mod+Shift+Z') && !matchesShortcut(event, 'Mod+Y')) return false
  event.preventDefault()
  if (isUndo) source.undo()
  else source.redo()
  return true
}
