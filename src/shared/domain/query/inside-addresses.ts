import { and, not, or, type Query, type TextQuery } from './ast.ts'
import { parse } from './parse.ts'
import { print } from './print.ts'
import { words } from './words.ts'

/** In characters. Nearly every address contains shorter texts. */
const shortest = 3

/**
 * Recipients that a search for a word doesn’t find, because it is only part of a longer word in their address:
 * `lefevre` in `llefevre@`.
 */
export type InsideAddresses = {
  readonly word: string
  /** A search for only those recipients. */
  readonly more: string
  /** A search for them and everything else that matches. */
  readonly both: string
}

/** Returns null unless the text contains exactly one word that could be part of a name. */
export function insideAddresses(text: string): InsideAddresses | null {
  const { query, errors } = parse(text)
  if (errors.length > 0) return null
  const parts = query.kind === 'and' ? query.parts : [query]
  const named = parts.filter(mayBePart)
  const [term] = named
  if (named.length !== 1 || !term) return null
  const others = parts.filter((part) => part !== term)
  const inside: TextQuery = { ...term, field: 'to', mode: 'part' }
  return {
    word: term.text,
    more: print(and([...others, inside, not(term)])),
    both: print(and([...others, term.field === 'to' ? inside : or([term, inside])])),
  }
}

function mayBePart(query: Query): query is TextQuery {
  if (query.kind !== 'text' || query.mode !== 'prefix' || (query.field !== null && query.field !== 'to')) return false
  const [word, ...more] = words(query.text)
  return more.length === 0 && word !== undefined && word.length >= shortest && !/^\d+$/.test(word)
}
