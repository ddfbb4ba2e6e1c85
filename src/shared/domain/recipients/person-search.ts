import { completed } from '../query/completed.ts'
import { parse } from '../query/parse.ts'
import { print } from '../query/print.ts'
import { recipientQuery } from './recipient-query.ts'

/** Returns a search among the messages to one address. */
export function personSearch(email: string, filter: string): string {
  const person = print(recipientQuery(email))
  if (filter.trim() === '') return person
  // Only an OR needs parentheses. Around anything else, they would hide that the last condition is still being typed.
  return parse(filter).query.kind === 'or' ? `${person} (${completed(filter)})` : `${person} ${filter}`
}
