import type { Transaction } from 'prosemirror-state'

/**
 * Typing may join the previous typing in the history. A paste, a drop, a cut and a change of formats are undone separately.
 */
export function isTyping(transaction: Transaction): boolean {
  if (transaction.getMeta('uiEvent') !== undefined) return false
  // Marks have no slice, and steps that wrap or change blocks have a gap.
  return transaction.steps.every((step) => 'slice' in step && !('gapFrom' in step))
}
