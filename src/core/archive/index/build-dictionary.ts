import type { Message } from '#shared/domain/message/record.ts'
import { eachBit, noBits, setBit } from './bits.ts'
import { ByteWriter } from './bytes.ts'
import { writePosting } from './posting.ts'
import {
  eachPiece,
  longestPrefix,
  pieceTerms,
  prefixTerm,
  valueLists,
  valueTerm,
  wordLists,
  wordTerm,
  type List,
  type PieceKind,
  type WordList,
} from './terms.ts'

export type Dictionary = {
  /** The first term of each page. */
  directory: string[]
  pages: Uint8Array[]
}

/** Pages are cut when they pass this many bytes: small enough to search through, large enough to be few. */
const pageBytes = 4096
/** A prefix is kept ready when more than so many words begin with it. */
const manyWords = 48

/** Texts that come again and again: their postings are found without folding and splitting them anew. Numbers do not. */
const repeating: ReadonlySet<PieceKind> = new Set(['toDomain', 'from', 'tag', 'key', 'meta', 'subject', 'reason'])
const mostRepeating = 20_000

/** Most terms of a block stand in one row alone: then it is the number itself, and no list. */
type Rows = number | number[]

/** Collects the terms of up to a block of records, in the order of their rows. */
export class DictionaryBuilder {
  readonly #lists = new Map<List, Map<string, Rows>>()
  readonly #known = new Map<PieceKind, Map<string, number[][]>>()
  #row = 0

  add(row: number, record: Message): void {
    this.#row = row
    eachPiece(record, (kind, text) => this.#addPiece(kind, text))
  }

  #addPiece(kind: PieceKind, text: string): void {
    if (!repeating.has(kind) || /\d/.test(text)) {
      pieceTerms(kind, text, (list, value) => this.#put(list, value))
      return
    }
    let known = this.#known.get(kind)
    if (!known) this.#known.set(kind, (known = new Map()))
    let postings = known.get(text)
    if (!postings) {
      const found: number[][] = []
      pieceTerms(kind, text, (list, value) => found.push(this.#posting(list, value)))
      postings = found
      if (known.size < mostRepeating) known.set(text, postings)
    }
    for (const posting of postings) push(posting, this.#row)
  }

  #put(list: List, value: string): void {
    const postings = this.#list(list)
    const rows = postings.get(value)
    if (rows === undefined) postings.set(value, this.#row)
    else if (typeof rows !== 'number') push(rows, this.#row)
    else if (rows !== this.#row) postings.set(value, [rows, this.#row])
  }

  /** A list that may be kept and pushed to. */
  #posting(list: List, value: string): number[] {
    const postings = this.#list(list)
    const rows = postings.get(value)
    if (typeof rows === 'object') return rows
    const made = rows === undefined ? [] : [rows]
    postings.set(value, made)
    return made
  }

  #list(list: List): Map<string, Rows> {
    let postings = this.#lists.get(list)
    if (!postings) this.#lists.set(list, (postings = new Map()))
    return postings
  }

  finish(size: number): Dictionary {
    const out = new PageWriter(size)
    for (const list of valueListsInOrder) {
      const values = this.#lists.get(list)
      if (!values) continue
      const head = valueTerm(list, '')
      for (const value of Array.from(values.keys()).sort()) out.write(head, value, '', values.get(value)!)
    }
    const words = this.#words()
    for (const { prefix, rows } of prefixesOf(words, size)) {
      for (const [list, posting] of rows) out.write(prefixTerm(prefix, list), '', '', posting)
    }
    for (const { word, rows } of words) {
      for (const [list, posting] of rows) out.write('', word, wordTerm('', list), posting)
    }
    return out.finish()
  }

  /** In order, and the lists of each, too. */
  #words(): Word[] {
    const words = new Map<string, Word>()
    for (const list of wordListsInOrder) {
      for (const [word, rows] of this.#lists.get(list) ?? []) {
        const known = words.get(word)
        if (known) known.rows.push([list, rows])
        else words.set(word, { word, rows: [[list, rows]] })
      }
    }
    return Array.from(words.keys())
      .sort()
      .map((word) => words.get(word)!)
  }
}

/** The unions of all words that begin alike, where they are many: then for every list, so that a reader need not ask twice. */
function prefixesOf(words: readonly Word[], size: number): Prefix[] {
  const found: Prefix[] = []
  for (let length = 1; length <= longestPrefix; length++) {
    for (let from = 0; from < words.length;) {
      const prefix = words[from]!.word.slice(0, length)
      let to = from + 1
      let count = words[from]!.rows.length
      if (prefix.length === length) {
        // In order, those that begin alike stand together.
        for (; to < words.length && words[to]!.word.startsWith(prefix); to++) count += words[to]!.rows.length
        if (count > manyWords) found.push({ prefix, rows: unions(words.slice(from, to), size) })
      }
      from = to
    }
  }
  return found.sort((a, b) => (a.prefix < b.prefix ? -1 : 1))
}

function unions(words: readonly Word[], size: number): Prefix['rows'] {
  const postings = new Map<WordList, Rows[]>(wordListsInOrder.map((list) => [list, []]))
  for (const { rows } of words) for (const [list, posting] of rows) postings.get(list)!.push(posting)
  return [...postings].filter(([, rows]) => rows.length > 0).map(([list, rows]) => [list, union(rows, size)])
}

type Word = { word: string; rows: [WordList, Rows][] }
type Prefix = { prefix: string; rows: [WordList, Rows][] }

/** By their letters: terms are written in order, and pages are found by it. */
const valueListsInOrder = Object.values(valueLists).sort()
const wordListsInOrder = Object.values(wordLists).sort()

function push(posting: number[], row: number): void {
  if (posting[posting.length - 1] !== row) posting.push(row)
}

function union(postings: readonly Rows[], size: number): number[] {
  const bits = noBits(size)
  for (const posting of postings) {
    if (typeof posting === 'number') setBit(bits, posting)
    else for (const row of posting) setBit(bits, row)
  }
  const rows: number[] = []
  eachBit(bits, (row) => rows.push(row))
  return rows
}

/** Cuts the terms into pages as they come, in order. */
class PageWriter {
  readonly #size: number
  readonly #directory: string[] = []
  readonly #pages: Uint8Array[] = []
  readonly #out = new ByteWriter()

  constructor(size: number) {
    this.#size = size
  }

  write(head: string, body: string, tail: string, rows: Rows): void {
    if (this.#out.length === 0) this.#directory.push(head + body + tail)
    this.#out.text(head, body, tail)
    writePosting(this.#out, rows, this.#size)
    if (this.#out.length >= pageBytes) this.#pages.push(this.#out.take())
  }

  finish(): Dictionary {
    if (this.#out.length > 0) this.#pages.push(this.#out.take())
    return { directory: this.#directory, pages: this.#pages }
  }
}
