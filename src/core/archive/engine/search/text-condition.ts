import type { TextQuery } from '#shared/domain/query/ast.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { isAddress, matchesText } from '#shared/domain/messages/matches.ts'
import { searchedWords, type SearchedWord } from '#shared/domain/query/spellings.ts'
import { andInto, eachBit, isEmpty, orInto, setBit, without, type Bits } from '../index/bits.ts'
import {
  isPaired,
  longestPrefix,
  longestWhole,
  prefixTerm,
  valueLists,
  valueTerm,
  wholeLists,
  wordLists,
  wordTerm,
  type WordList,
} from '../index/terms.ts'
import type { BlockReader } from './block-reader.ts'
import { partRows } from './part-condition.ts'

const allLists = Object.values(wordLists)

export function textRows(query: TextQuery, block: BlockReader, within: Bits): Bits {
  const wanted = fold(query.text)
  if (query.mode === 'part') {
    const { certain, doubtful } = partRows(query, wanted, block)
    return orInto(andInto(certain, within), verify(query, block, andInto(doubtful, within)))
  }
  const whole = wholeTerm(query, wanted)
  if (whole !== null) {
    const rows = andInto(block.term(whole.term), within)
    return whole.exact ? rows : verify(query, block, rows)
  }
  const wholePrefix = prefixOfWhole(query, wanted)
  if (wholePrefix !== null) {
    const rows = block.none()
    block.range(wholePrefix, () => rows)
    return wanted.length <= longestWhole ? andInto(rows, within) : verify(query, block, andInto(rows, within))
  }
  const words = searchedWords(query.text)
  if (query.field === 'meta') return metaRows(query, words, block, within)
  return wordRows(query, words, block, within)
}

/** The term for a complete value or address; null if the query contains neither or its field has no such terms. */
function wholeTerm({ field, key, text, mode }: TextQuery, wanted: string): { term: string; exact: boolean } | null {
  const address = mode === 'words' && isAddress(text)
  if (mode !== 'whole' && !address) return null
  const cut = wanted.slice(0, longestWhole)
  const exact = wanted.length < longestWhole
  if (field === 'to' || field === 'from') return { term: valueTerm(wholeLists[field], cut), exact }
  if (mode !== 'whole') return null
  if (field === 'tag') return { term: valueTerm(wholeLists.tag, cut), exact }
  if (field !== 'meta') return null
  const value = `${fold(key ?? '')}=${wanted}`
  return { term: valueTerm(valueLists.metaWhole, value.slice(0, longestWhole)), exact: value.length < longestWhole }
}

function prefixOfWhole({ field, text, mode }: TextQuery, wanted: string): string | null {
  if (mode !== 'prefix' || !isAddress(text)) return null
  return field === 'to' || field === 'from' ? valueTerm(wholeLists[field], wanted.slice(0, longestWhole)) : null
}

function metaRows(query: TextQuery, words: readonly SearchedWord[], block: BlockReader, within: Bits): Bits {
  const key = fold(query.key ?? '')
  let rows: Bits = within.slice()
  for (const [at, word] of words.entries()) {
    const found = block.none()
    const grows = query.mode === 'prefix' && at === words.length - 1
    for (const list of [valueLists.metaWord, valueLists.metaWhole]) {
      for (const spelling of [word.word, ...word.same, ...word.possible]) {
        const term = valueTerm(list, `${key}=${spelling}`)
        if (grows) block.range(term, () => found)
        else orInto(found, block.term(term))
      }
    }
    rows = andInto(rows, found)
    if (isEmpty(rows)) return rows
  }
  // The records decide for phrases, in which the order of words matters, and for keys that may be longer than an
  // indexed value.
  const [first] = words
  const isDecided = words.length === 1 && query.mode !== 'whole' && first!.possible.length === 0
  const exact = isDecided && key.length + first!.spelled.length < longestWhole - 1
  return exact ? rows : verify(query, block, rows)
}

function wordRows(query: TextQuery, words: readonly SearchedWord[], block: BlockReader, within: Bits): Bits {
  const lists = query.field === null || query.field === 'meta' ? allLists : [wordLists[query.field]]
  // It doesn’t matter which list contains a single word, so one set serves all lists.
  if (words.length === 1 && query.mode !== 'whole') {
    return singleWordRows(query, words[0]!, lists, block, within)
  }
  const rows = new Map(lists.map((list) => [list, within.slice()]))
  for (const [at, word] of words.entries()) {
    const found: Found = new Map([...rows.keys()].map((list) => [list, block.none()]))
    const grows = query.mode === 'prefix' && at === words.length - 1
    const spellings = [word.word, ...word.same, ...word.possible]
    for (const spelling of spellings) readWord(block, spelling, grows, [...rows.keys()], found)
    for (const [list, bits] of rows) if (isEmpty(andInto(bits, found.get(list)!))) rows.delete(list)
    if (rows.size === 0) return block.none()
  }
  const all = block.none()
  const doubtful = block.none()
  for (const [list, bits] of rows) {
    if (list === wordLists.subject) addSubject(query, words, block, bits, all, doubtful)
    else orInto(doubtful, bits)
  }
  return orInto(all, verify(query, block, doubtful))
}

function singleWordRows(
  query: TextQuery,
  { word, same, possible }: SearchedWord,
  lists: readonly WordList[],
  block: BlockReader,
  within: Bits,
): Bits {
  const read = (spellings: readonly string[]): Bits => {
    const rows = block.none()
    const found = new Map(lists.map((list) => [list, rows]))
    for (const spelling of spellings) readWord(block, spelling, query.mode === 'prefix', lists, found)
    return andInto(rows, within)
  }
  const rows = read([word, ...same])
  return possible.length === 0 ? rows : orInto(rows, verify(query, block, without(read(possible), rows)))
}

/** Word pairs decide most phrases in subjects; the other phrases are checked in the records. */
function addSubject(
  query: TextQuery,
  words: readonly SearchedWord[],
  block: BlockReader,
  bits: Bits,
  all: Bits,
  doubtful: Bits,
): void {
  const isSpelledOneWay = words.every(({ same, possible }) => same.length + possible.length === 0)
  if (!isSpelledOneWay) return void orInto(doubtful, bits)
  const last = query.mode === 'prefix' ? words.length - 1 : words.length
  for (let at = 1; at < last; at++) {
    const [first, second] = [words[at - 1]!.word, words[at]!.word]
    if (isPaired(first, second)) andInto(bits, block.term(valueTerm(valueLists.subjectPair, `${first} ${second}`)))
  }
  const [first, second] = [words[0]!.word, words[1]?.word ?? '']
  if (words.length !== 2 || query.mode === 'whole' || !isPaired(first, second)) return void orInto(doubtful, bits)
  if (query.mode === 'words') return void orInto(all, bits)
  const certain = block.none()
  block.range(valueTerm(valueLists.subjectPair, `${first} ${second}`), () => certain)
  andInto(certain, bits)
  orInto(all, certain)
  // The remaining rows are doubtful, because pairs containing a long number have no term.
  orInto(doubtful, without(bits, certain))
}

type Found = ReadonlyMap<WordList, Bits>

/** Adds the rows of a word or, if it `grows`, of all words that begin with it, to each list’s set. */
function readWord(block: BlockReader, word: string, grows: boolean, lists: readonly WordList[], found: Found): void {
  if (!grows && lists.length === 1) return void orInto(found.get(lists[0]!)!, block.term(wordTerm(word, lists[0]!)))
  const byByte = new Map(lists.map((list) => [list.charCodeAt(0), found.get(list)!]))
  const into = (lastByte: number): Bits | null => byByte.get(lastByte) ?? null
  if (!grows) return block.range(`${word}\0`, into)
  if (word.length > longestPrefix) return block.range(word, into)
  let isStored = false
  block.range(prefixTerm(word, ''), (lastByte) => {
    const rows = into(lastByte)
    isStored ||= rows !== null
    return rows
  })
  // If no union is stored, either few words have this prefix, or the words are all in other lists and none is found
  // here.
  if (!isStored) block.range(word, into)
}

function verify(query: TextQuery, block: BlockReader, rows: Bits): Bits {
  const right = block.none()
  eachBit(rows, (at) => {
    if (matchesText(query, block.message(at))) setBit(right, at)
  })
  return right
}
