import { and, not, or, type Query, type TextQuery } from './ast.ts'
import { parse } from './parse.ts'
import { print } from './print.ts'
import { words } from './words.ts'

/** Shorter texts occur inside nearly every address. */
const shortest = 3

/**
 * The matches that a search for a word leaves out: recipients with an address that contains the word inside another word,
 * as `llefevre@` contains `lefevre`.
 */
export type InsideAddresses = {
  readonly word: string
  /** Finds only the recipients that the search leaves out. */
  readonly more: string
  /** Finds both the search’s matches and the recipients left out. */
  readonly both: string
}

/** Null if no word, or more than one, could be a part of a name. */
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
