import type { Transaction } from 'prosemirror-state'

/** Typing may join the typing before it in the history. A paste, a drop, a cut and a change of formats can be undone by itself. */
export function isTyping(transaction: Transaction): boolean {
  if (transaction.getMeta('uiEvent') !== undefined) return false
  // Marks have no slice, and what wraps or changes blocks keeps a gap of them.
  return transaction.steps.every((step) => 'slice' in step && !('gapFrom' in step))
}
