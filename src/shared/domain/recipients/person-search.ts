import { parse } from '../query/parse.ts'
import { print } from '../query/print.ts'
import { recipientQuery } from './recipient-query.ts'

/** The text of a search among an address’s messages. */
export function personSearch(email: string, filter: string): string {
  const person = print(recipientQuery(email))
  if (filter.trim() === '') return person
  // Only an OR is put in brackets, because brackets hide that a condition at the end is still being typed.
  return parse(filter).query.kind === 'or' ? `${person} (${filter})` : `${person} ${filter}`
}
