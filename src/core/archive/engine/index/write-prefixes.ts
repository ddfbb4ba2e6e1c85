import { noBits, setBit, type Bits } from './bits.ts'
import type { PageWriter, Postings } from './page-writer.ts'
import type { TermTable } from './term-table.ts'
import { longestPrefix, prefixTerm, wordLists, type WordList } from './terms.ts'

/** A prefix’s rows are stored if more words than this begin with it. */
const manyWords = 48
const decoder = new TextDecoder()
/** The lists are sorted, because terms must be written in order. */
const lists = Object.values(wordLists).sort()

/** The rows of the words in one list. Most prefixes occur in only one or two lists. */
class Union {
  readonly list: WordList
  readonly bits: Bits
  isEmpty = true

  constructor(list: WordList, size: number) {
    this.list = list
    this.bits = noBits(size)
  }

  clear(): void {
    this.bits.fill(0)
    this.isEmpty = true
  }
}

type Range = { prefix: string; from: number; to: number }

/**
 * For each prefix that many words share, writes the union of their rows per list, so that a reader needs only one
 * look-up.
 */
export function writePrefixes(
  table: TermTable,
  postings: Postings,
  words: Uint32Array,
  size: number,
  out: PageWriter,
): void {
  const unions = lists.map((list) => new Union(list, size))
  for (const { prefix, from, to } of prefixesOf(table, words)) {
    unite(table, postings, words.subarray(from, to), unions)
    for (const union of unions) {
      if (union.isEmpty) continue
      out.writeText(prefixTerm(prefix, union.list), union.bits)
      union.clear()
    }
  }
}

/** Words are sorted, so words with a common prefix are adjacent. */
function prefixesOf(table: TermTable, words: Uint32Array): Range[] {
  const found: Range[] = []
  for (let letters = 1; letters <= longestPrefix; letters++) {
    for (let from = 0; from < words.length;) {
      const length = prefixLength(table, words[from]!, letters)
      let to = from + 1
      if (length > 0) {
        while (to < words.length && havePrefix(table, words[from]!, words[to]!, length)) to++
        if (to - from > manyWords) found.push({ prefix: beginning(table, words[from]!, length), from, to })
      }
      from = to
    }
  }
  return found.sort((a, b) => (a.prefix < b.prefix ? -1 : 1))
}

/**
 * The length in bytes of a word’s first `letters` letters; zero if the word has fewer. Continuation bytes are 10xxxxxx.
 */
function prefixLength(table: TermTable, term: number, letters: number): number {
  const { arena } = table
  const start = table.start(term)
  // The word is followed by a zero and its list.
  const end = table.end(term) - 2
  let at = start
  for (; letters > 0 && at < end; letters--) {
    at++
    while (at < end && (arena[at]! & 0xc0) === 0x80) at++
  }
  return letters === 0 ? at - start : 0
}

function havePrefix(table: TermTable, one: number, other: number, length: number): boolean {
  const { arena } = table
  const [oneStart, otherStart] = [table.start(one), table.start(other)]
  if (table.end(other) - 2 - otherStart < length) return false
  for (let at = 0; at < length; at++) if (arena[oneStart + at] !== arena[otherStart + at]) return false
  return true
}

function beginning(table: TermTable, term: number, length: number): string {
  return decoder.decode(table.arena.subarray(table.start(term), table.start(term) + length))
}

/** Adds each word’s rows to the union of the word’s list. */
function unite(table: TermTable, { rows, starts }: Postings, words: Uint32Array, unions: readonly Union[]): void {
  const byList: Union[] = []
  for (const union of unions) byList[union.list.charCodeAt(0)] = union
  for (const term of words) {
    const union = byList[table.arena[table.end(term) - 1]!]!
    union.isEmpty = false
    for (let at = starts[term]!; at < starts[term + 1]!; at++) setBit(union.bits, rows[at]!)
  }
}
