import { Transaction } from '@codemirror/state'

/**
 * CodeMirror reports a new line as plain `input`. All other `input` and `delete` events are pastes, replacements or
 * commands.
 */
const typing = /^(?:input|input\.type(?:\..+)?|delete\.(?:backward|forward|selection))$/

/** Whether a change is typing, which may join the previous typing in a history. Other changes are undone separately. */
export function isTyping(transaction: Transaction): boolean {
  return typing.test(transaction.annotation(Transaction.userEvent) ?? '')
}
