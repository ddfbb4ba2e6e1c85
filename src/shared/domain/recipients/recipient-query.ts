import type { TextQuery } from '../query/ast.ts'

/** All messages to exactly this address, ignoring case. */
export function recipientQuery(email: string): TextQuery {
  return { kind: 'text', field: 'to', key: null, text: email, mode: 'whole' }
}
