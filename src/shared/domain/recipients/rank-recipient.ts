import { fold } from '../query/fold.ts'
import { searchedWords } from '../query/spellings.ts'

/** What was typed to find a recipient: some letters, or words of an address in any order. */
export type RecipientText = {
  /** Folded, as addresses are in the index. */
  readonly start: string
  /** Each of them must be in the address. */
  readonly words: readonly RecipientWord[]
}

type RecipientWord = {
  readonly same: readonly string[]
  /** `muller` where `mueller` was typed. Few addresses have an umlaut, so either spelling leads to the person. */
  readonly possible: readonly string[]
}

/** 0: the address or its name begins with the words; 1: words of the address do; 2: the words stand anywhere in it. */
export type RecipientRank = 0 | 1 | 2

/** Fewer letters than this stand inside nearly every address. */
const shortestInside = 3

/** Null where nothing was typed that an address can have. */
export function readRecipientText(text: string): RecipientText | null {
  const words = searchedWords(text).map(({ word, same, possible }) => ({
    same: [word, ...same],
    possible: possible.filter(({ length }) => length >= shortestInside),
  }))
  return words.length === 0 ? null : { start: fold(text.trim()), words }
}

/** How well a folded address matches; null where it doesn't. */
export function rankRecipient({ start, words }: RecipientText, address: string): RecipientRank | null {
  const at = address.lastIndexOf('@')
  let rank: RecipientRank = 0
  for (const word of words) {
    const found = rankWord(word, address, at < 0 ? address.length : at)
    if (found === null) return null
    if (found > rank) rank = found
  }
  return address.startsWith(start) ? 0 : rank
}

function rankWord({ same, possible }: RecipientWord, address: string, nameEnd: number): RecipientRank | null {
  let best: RecipientRank | null = null
  for (const word of same) {
    for (let at = address.indexOf(word); at >= 0; at = address.indexOf(word, at + 1)) {
      const begins = beginsWord(address, at)
      if (begins && at < nameEnd) return 0
      if (begins) best = 1
      else if (canStandInside(word)) best ??= 2
    }
  }
  if (best === 1) return best
  for (const word of possible) {
    for (let at = address.indexOf(word); at >= 0; at = address.indexOf(word, at + 1)) {
      if (beginsWord(address, at)) return 1
    }
  }
  return best
}

/** Scripts without spaces have words of one character. */
function canStandInside(word: string): boolean {
  return word.length >= shortestInside || word > '\x7f'
}

function beginsWord(address: string, at: number): boolean {
  if (at === 0) return true
  const before = address.charCodeAt(at - 1)
  if (before < 128) return !isAsciiLetterOrDigit(before)
  return !/[\p{L}\p{N}\p{M}\p{Cs}]/u.test(address[at - 1]!)
}

function isAsciiLetterOrDigit(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
}
