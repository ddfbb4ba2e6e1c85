import type { Transaction } from 'prosemirror-state'

/**
 * Whether a transaction is typing, which may be merged with the previous typing in the history. Pastes, drops, cuts and
 * format changes are undone separately.
 */
export function isTyping(transaction: Transaction): boolean {
  if (transaction.getMeta('uiEvent') !== undefined) return false
  // Steps for marks have no slice, and steps that wrap or change blocks have a gap.
  return transaction.steps.every((step) => 'slice' in step && !('gapFrom' in step))
}
