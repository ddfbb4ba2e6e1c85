import { Transaction } from '@codemirror/state'

/** CodeMirror calls a new line plain `input`. Everything else of `input` and `delete` is a paste, a replacement or a command. */
const typing = /^(?:input|input\.type(?:\..+)?|delete\.(?:backward|forward|selection))$/

/** Typing may join the typing before it in a history. What is no typing can be undone by itself. */
export function isTyping(transaction: Transaction): boolean {
  return typing.test(transaction.annotation(Transaction.userEvent) ?? '')
}
