import { fold } from '../query/fold.ts'
import { searchedWords } from '../query/spellings.ts'

/** The text typed to find a recipient: some letters, or words from an address in any order. */
export type RecipientText = {
  /** Folded, as addresses are in the index. */
  readonly start: string
  /** The address must contain each of these words. */
  readonly words: readonly RecipientWord[]
}

export type RecipientWord = {
  /** Whether it was typed with an @, as in `jane@example`, and so cannot be part of a name. */
  readonly isOfAddress: boolean
  readonly same: readonly string[]
  /**
   * For `mueller`, this is `muller`. Addresses rarely contain umlauts, so the person’s address may have either
   * spelling.
   */
  readonly possible: readonly string[]
}

/**
 * 0: the address begins with the typed text, or every typed word begins a word before the @; 1: a typed word begins a word
 * in the domain, or only a possible spelling matches; 2: a typed word occurs only inside a word.
 */
export type RecipientRank = 0 | 1 | 2

/** In characters. Nearly every address contains shorter texts. */
const shortestInside = 3

/** Null if the typed text contains nothing that can occur in an address. */
export function readRecipientText(text: string): RecipientText | null {
  const words = text.split(/\s+/).flatMap((part) =>
    searchedWords(part).map(({ word, same, possible }) => ({
      isOfAddress: part.includes('@'),
      same: [word, ...same],
      possible: possible.filter(({ length }) => length >= shortestInside),
    })),
  )
  return words.length === 0 ? null : { start: fold(text.trim()), words }
}

/** Returns how well a folded address matches, or null if it doesn’t. */
export function rankRecipient({ start, words }: RecipientText, address: string): RecipientRank | null {
  let rank: RecipientRank = 0
  for (const word of words) {
    const found = rankInAddress(word, address)
    if (found === null) return null
    if (found > rank) rank = found
  }
  return address.startsWith(start) ? 0 : rank
}

/** Returns how well a person’s folded name matches. It must contain every word, in any order. */
export function rankPersonalName({ start, words }: RecipientText, name: string): RecipientRank | null {
  let rank: RecipientRank = 0
  for (const word of words) {
    const found = rankIn(word, name, 0)
    if (found === null) return null
    if (found > rank) rank = found
  }
  return name.startsWith(start) ? 0 : rank
}

/** Whether some words may be in a name and the others in the address. */
export function mayBeMixed({ words }: RecipientText): boolean {
  return words.length > 1 && words.some(({ isOfAddress }) => !isOfAddress)
}

/**
 * Returns how well a person’s folded name and address match together. At least one of the words must be in the name,
 * and each of the others in the name or the address.
 */
export function rankMixed({ words }: RecipientText, name: string, address: string): RecipientRank | null {
  let isInName = false
  // No better than a word in the domain, because an address that begins with all of the words should come first.
  let rank: RecipientRank = 1
  for (const word of words) {
    const inName = word.isOfAddress ? null : rankIn(word, name, 0)
    const found = better(inName, rankInAddress(word, address))
    if (found === null) return null
    isInName ||= inName !== null
    if (found > rank) rank = found
  }
  return isInName ? rank : null
}

/** Whether the typed text finds a person by address, name or both. */
export function isFoundBy(text: RecipientText, { email, name = '' }: { email: string; name?: string }): boolean {
  const [address, folded] = [fold(email), fold(name)]
  return (rankRecipient(text, address) ?? rankPersonalName(text, folded) ?? rankMixed(text, folded, address)) !== null
}

function rankInAddress(word: RecipientWord, address: string): RecipientRank | null {
  const at = address.lastIndexOf('@')
  if (at < 0) return rankInName(word, address)
  return better(rankInName(word, address.slice(0, at)), rankInDomain(word, address.slice(at + 1)))
}

export function rankInName(word: RecipientWord, name: string): RecipientRank | null {
  return rankIn(word, name, 0)
}

/** A word in the domain ranks as high as a possible spelling of the name. */
export function rankInDomain(word: RecipientWord, domain: string): RecipientRank | null {
  return rankIn(word, domain, 1)
}

function rankIn({ same, possible }: RecipientWord, text: string, begins: 0 | 1): RecipientRank | null {
  let best: RecipientRank | null = null
  for (const word of same) {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      if (beginsWord(text, at)) best = better(best, begins)
      else if (canStandInside(word)) best = better(best, 2)
    }
  }
  for (const word of possible) {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      if (beginsWord(text, at)) best = better(best, 1)
    }
  }
  return best
}

function better(one: RecipientRank | null, other: RecipientRank | null): RecipientRank | null {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}

/** In scripts without spaces, words may consist of a single character. */
export function canStandInside(word: string): boolean {
  return word.length >= shortestInside || word > '\x7f'
}

export function beginsWord(text: string, at: number): boolean {
  if (at === 0) return true
  const before = text.charCodeAt(at - 1)
  if (before < 128) return !isAsciiLetterOrDigit(before)
  return !/[\p{L}\p{N}\p{M}\p{Cs}]/u.test(text[at - 1]!)
}

function isAsciiLetterOrDigit(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
}
