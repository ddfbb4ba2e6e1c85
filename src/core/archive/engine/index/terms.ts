import { recipientDomain, type Message } from '#shared/domain/messages/record.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { metaPairs } from '#shared/domain/messages/matches.ts'
import { foldedWords } from '#shared/domain/query/words.ts'

/**
 * Every term belongs to a list, named by one letter. Word lists are searched together if the query names no field, so their
 * terms are adjacent: `word \0 list`. Value lists are searched one at a time: `\1 list value`.
 */
export const wordLists = { to: 't', from: 'f', subject: 's', tag: 'g', meta: 'm', reason: 'r' } as const
export const valueLists = {
  toWhole: 'T',
  fromWhole: 'F',
  tagWhole: 'G',
  key: 'K',
  domain: 'D',
  /** Pairs of consecutive words in a subject. They decide most phrase searches without reading a record. */
  subjectPair: 'B',
  metaKey: 'H',
  metaWord: 'W',
  metaWhole: 'M',
} as const
/** The lists of complete values, for fields whose words are searched too. */
export const wholeLists = { to: valueLists.toWhole, from: valueLists.fromWhole, tag: valueLists.tagWhole } as const
export type WordList = (typeof wordLists)[keyof typeof wordLists]
export type ValueList = (typeof valueLists)[keyof typeof valueLists]
export type List = WordList | ValueList

/** In the index, longer values are cut to this length; searches for them compare the records themselves. */
export const longestWhole = 128

/** `toWellFormed` is needed because cutting may split a surrogate pair, and pages contain only well-formed text. */
export function wordTerm(word: string, list: string): string {
  return `${word}\0${list}`.toWellFormed()
}

export function valueTerm(list: string, value: string): string {
  return `\x01${list}${value}`.toWellFormed()
}

/** For prefixes up to this length that many words share, the union of the words’ rows is stored. */
export const longestPrefix = 3

export function prefixTerm(prefix: string, list: string): string {
  return `\x02${prefix}\0${list}`.toWellFormed()
}

const wordListNames = new Set<string>(Object.values(wordLists))

export function isWordList(list: List): list is WordList {
  return wordListNames.has(list)
}

function termOf(list: List, value: string): string {
  return isWordList(list) ? wordTerm(value, list) : valueTerm(list, value)
}

export type PieceKind = 'to' | 'toDomain' | 'from' | 'subject' | 'tag' | 'key' | 'meta' | 'reason'

type Emit = (list: List, value: string) => void

/**
 * Visits the pieces of a record that are indexed separately. Equal pieces yield equal terms, so a builder can cache them.
 */
function eachPiece(record: Message, visit: (kind: PieceKind, text: string) => void): void {
  visit('to', record.email)
  visit('toDomain', recipientDomain(record.email))
  visit('from', record.from)
  visit('subject', record.subject)
  for (const tag of record.tags) visit('tag', tag)
  if (record.apiKey !== '') visit('key', record.apiKey)
  if (record.meta) for (const { key, value } of metaPairs(record)) visit('meta', `${key}\0${value}`)
  if (record.reason) visit('reason', record.reason)
}

export function pieceTerms(kind: PieceKind, text: string, emit: Emit): void {
  const folded = fold(text)
  switch (kind) {
    case 'to':
    case 'from':
    case 'tag':
      emit(wholeLists[kind], folded.slice(0, longestWhole))
      for (const word of foldedWords(folded)) emit(wordLists[kind], word)
      return
    case 'toDomain':
      for (const suffix of suffixes(folded)) emit(valueLists.domain, suffix)
      return
    case 'subject':
      return subjectTerms(foldedWords(folded), emit)
    case 'key':
      return emit(valueLists.key, folded)
    case 'meta':
      return metaTerms(text, emit)
    case 'reason':
      for (const word of foldedWords(folded)) emit(wordLists.reason, word)
  }
}

/** Words that contain digits are treated like any other word up to this length. */
export const shortNumber = 4

/**
 * Pairs containing a long number are not indexed, because they are nearly all different and rarely searched for.
 * Phrases with such pairs are checked in the records.
 */
export function isPaired(first: string, second: string): boolean {
  return !isLongNumber(first) && !isLongNumber(second)
}

function isLongNumber(word: string): boolean {
  return word.length > shortNumber && /[0-9]/.test(word)
}

function subjectTerms(words: readonly string[], emit: Emit): void {
  for (let at = 0; at < words.length; at++) {
    emit(wordLists.subject, words[at]!)
    if (at > 0 && isPaired(words[at - 1]!, words[at]!)) emit(valueLists.subjectPair, `${words[at - 1]} ${words[at]}`)
  }
}

/** Single-word values are not repeated in `metaWord`, because most are numbers that differ in every message. */
function metaTerms(piece: string, emit: Emit): void {
  const cut = piece.indexOf('\0')
  const key = piece.slice(0, cut)
  const value = fold(piece.slice(cut + 1))
  const words = foldedWords(value)
  emit(valueLists.metaKey, key)
  emit(valueLists.metaWhole, `${key}=${value}`.slice(0, longestWhole))
  for (const word of words) {
    emit(wordLists.meta, word)
    if (word !== value) emit(valueLists.metaWord, `${key}=${word}`)
  }
}

/** `a.b.org`, `b.org`, `org`: a domain is also found by its parent domains. */
function suffixes(domain: string): string[] {
  const found = [domain]
  for (let dot = domain.indexOf('.'); dot >= 0 && found.length < 64; dot = domain.indexOf('.', dot + 1)) {
    found.push(domain.slice(dot + 1))
  }
  return found
}

export function eachTerm(record: Message, emit: Emit): void {
  eachPiece(record, (kind, text) => pieceTerms(kind, text, emit))
}

export function termsOf(record: Message): Set<string> {
  const terms = new Set<string>()
  eachTerm(record, (list, value) => terms.add(termOf(list, value)))
  return terms
}
