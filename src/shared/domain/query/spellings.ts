import { decomposed } from '../../text/decomposed.ts'
import { fold } from './fold.ts'
import { foldedWords } from './words.ts'

const pair = /[aou]e/g
/** A word with more pairs than this is searched as written, because each pair doubles the number of spellings. */
const mostPairs = 4

/** Spells out ä, ö, ü and ø: `ue` for `ü`. All other letters are folded. */
export function spelledOut(text: string): string {
  const open = decomposed(text)
    .replace(/([aou])\u0308/gi, '$1e')
    .replace(/ø/gi, 'oe')
  return fold(open)
}

/**
 * The other spellings under which the index may contain a word: `mueller` and `Müller` are the same name. The index
 * contains no umlauts, so `mueller` is also looked up as `muller`. Spellings in `same` are always correct. Those in
 * `possible` also find words that only look similar (`Muller`), so every record that they find must be checked. A pair
 * at the end of a word is ignored, because the word may be unfinished: `blue` is not the start of `Blüte`.
 */
export type Spellings = { readonly same: readonly string[]; readonly possible: readonly string[] }

export type SearchedWord = Spellings & {
  /** Folded, as in the index. */
  readonly word: string
  readonly spelled: string
}

export function searchedWords(text: string): SearchedWord[] {
  const spelled = foldedWords(spelledOut(text))
  return foldedWords(fold(text)).map((word, at) => ({ word, spelled: spelled[at]!, ...spellings(word, spelled[at]!) }))
}

function spellings(word: string, spelled: string): Spellings {
  const pairs = [...spelled.matchAll(pair)].map(({ index }) => index).filter((index) => index + 2 < spelled.length)
  const same = spelled === word ? [] : [spelled]
  if (pairs.length === 0 || pairs.length > mostPairs) return { same, possible: [] }
  const possible = new Set<string>()
  for (let chosen = 1; chosen < 1 << pairs.length; chosen++) {
    const dropped = new Set(pairs.filter((_index, at) => (chosen >> at) & 1).map((index) => index + 1))
    possible.add([...spelled].filter((_letter, at) => !dropped.has(at)).join(''))
  }
  possible.delete(word)
  return { same, possible: [...possible] }
}
