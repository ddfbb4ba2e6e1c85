import type { TextQuery } from '../query/ast.ts'

/** Finds all messages to exactly this address, ignoring case. */
export function recipientQuery(email: string): TextQuery {
  return { kind: 'text', field: 'to', key: null, text: email, mode: 'whole' }
}
