import type { Message } from '#shared/domain/message/record.ts'
import { ByteWriter } from './bytes.ts'
import { writePosting } from './posting.ts'
import {
  eachPiece,
  longestPrefix,
  pieceTerms,
  prefixTerm,
  termOf,
  wordLists,
  type List,
  type PieceKind,
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
    const postings = new Map<string, Rows>()
    for (const [list, values] of this.#lists) {
      for (const [value, rows] of values) postings.set(termOf(list, value), rows)
    }
    this.#addPrefixes(postings)
    return writePages(postings, size)
  }

  /** Adds the unions of all words that begin alike, where they are many: then for every list, so that a reader need not ask twice. */
  #addPrefixes(into: Map<string, Rows>): void {
    const groups = new Map<string, { words: number; lists: Map<List, Rows[]> }>()
    for (const list of Object.values(wordLists)) {
      for (const [word, rows] of this.#lists.get(list) ?? []) {
        for (let length = 1; length <= longestPrefix && length <= word.length; length++) {
          const prefix = word.slice(0, length)
          let group = groups.get(prefix)
          if (!group) groups.set(prefix, (group = { words: 0, lists: new Map() }))
          group.words++
          const postings = group.lists.get(list)
          if (postings) postings.push(rows)
          else group.lists.set(list, [rows])
        }
      }
    }
    for (const [prefix, { words, lists }] of groups) {
      if (words <= manyWords) continue
      for (const [list, postings] of lists) into.set(prefixTerm(prefix, list), union(postings))
    }
  }
}

function push(posting: number[], row: number): void {
  if (posting[posting.length - 1] !== row) posting.push(row)
}

function union(postings: readonly Rows[]): number[] {
  const all = Uint16Array.from(postings.flat()).sort()
  const rows: number[] = []
  for (const row of all) push(rows, row)
  return rows
}

function writePages(postings: ReadonlyMap<string, Rows>, size: number): Dictionary {
  const directory: string[] = []
  const pages: Uint8Array[] = []
  const out = new ByteWriter()
  for (const term of Array.from(postings.keys()).sort()) {
    if (out.length === 0) directory.push(term)
    out.text(term)
    writePosting(out, postings.get(term)!, size)
    if (out.length >= pageBytes) pages.push(out.take())
  }
  if (out.length > 0) pages.push(out.take())
  return { directory, pages }
}
