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

/** Collects the terms of up to a block of records, in the order of their rows. */
export class DictionaryBuilder {
  readonly #lists = new Map<List, Map<string, number[]>>()
  readonly #known = new Map<PieceKind, Map<string, number[][]>>()
  #row = 0

  add(row: number, record: Message): void {
    this.#row = row
    eachPiece(record, (kind, text) => this.#addPiece(kind, text))
  }

  #addPiece(kind: PieceKind, text: string): void {
    if (!repeating.has(kind) || /\d/.test(text)) {
      pieceTerms(kind, text, (list, value) => push(this.#posting(list, value), this.#row))
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

  #posting(list: List, value: string): number[] {
    let postings = this.#lists.get(list)
    if (!postings) this.#lists.set(list, (postings = new Map()))
    let posting = postings.get(value)
    if (!posting) postings.set(value, (posting = []))
    return posting
  }

  finish(size: number): Dictionary {
    const postings = new Map<string, readonly number[]>()
    for (const [list, values] of this.#lists) {
      for (const [value, rows] of values) postings.set(termOf(list, value), rows)
    }
    this.#addPrefixes(postings)
    return writePages(postings, size)
  }

  /** Adds the unions of all words that begin alike, where they are many: then for every list, so that a reader need not ask twice. */
  #addPrefixes(into: Map<string, readonly number[]>): void {
    const groups = new Map<string, { words: number; lists: Map<List, number[][]> }>()
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

function union(postings: readonly (readonly number[])[]): number[] {
  const all = Uint16Array.from(postings.flat()).sort()
  const rows: number[] = []
  for (const row of all) push(rows, row)
  return rows
}

function writePages(postings: ReadonlyMap<string, readonly number[]>, size: number): Dictionary {
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
