import type { Message } from '#shared/domain/message/record.ts'
import { AsciiText } from './ascii-text.ts'
import { PageWriter, type Dictionary } from './page-writer.ts'
import { TermTable } from './term-table.ts'
import { termsInOrder } from './term-order.ts'
import {
  eachPiece,
  isWordList,
  longestWhole,
  pieceTerms,
  valueLists,
  wordLists,
  type List,
  type PieceKind,
  type ValueList,
  type WordList,
} from './terms.ts'
import { writePrefixes } from './write-prefixes.ts'

/** Texts that come again and again: their terms are found without reading them anew. Numbers in the others seldom do. */
const repeating: ReadonlySet<PieceKind> = new Set(['toDomain', 'from', 'tag', 'key', 'reason'])
const repeatingWithoutNumber: ReadonlySet<PieceKind> = new Set(['subject', 'meta'])
const mostRepeating = 20_000

/** Collects the terms of up to a block of records, in the order of their rows. One builder serves block after block. */
export class DictionaryBuilder {
  readonly #table = new TermTable()
  readonly #known = new Map<PieceKind, Map<string, readonly number[]>>()
  readonly #text = new AsciiText()
  readonly #value = new AsciiText()
  /** Terms of the piece at hand. */
  readonly #found: number[] = []
  #row = 0

  add(row: number, record: Message): void {
    this.#row = row
    eachPiece(record, (kind, text) => this.#addPiece(kind, text))
  }

  /** The dictionary of what was added; then the builder is empty again. */
  finish(size: number): Dictionary {
    const table = this.#table
    const order = termsInOrder(table)
    const postings = table.rows()
    const out = new PageWriter(table, postings, size)
    // Values begin with a letter below all others; beginnings of words come between them and the words.
    let at = 0
    for (; at < order.length && out.isValue(order[at]!); at++) out.write(order[at]!)
    const words = order.subarray(at)
    writePrefixes(table, postings, words, size, out)
    for (const term of words) out.write(term)
    this.clear()
    return out.finish()
  }

  clear(): void {
    this.#table.clear()
    this.#known.clear()
  }

  #addPiece(kind: PieceKind, text: string): void {
    const known = this.#knownTexts(kind, text)
    let terms = known?.get(text)
    if (!terms) {
      this.#found.length = 0
      this.#addTerms(kind, text)
      terms = this.#found
      if (known && known.size < mostRepeating) known.set(text, terms.slice())
    }
    for (let at = 0; at < terms.length; at++) this.#table.put(terms[at]!, this.#row)
  }

  /** Null for a text that will hardly come again. */
  #knownTexts(kind: PieceKind, text: string): Map<string, readonly number[]> | null {
    if (!repeating.has(kind) && (!repeatingWithoutNumber.has(kind) || /\d/.test(text))) return null
    let known = this.#known.get(kind)
    if (!known) this.#known.set(kind, (known = new Map()))
    return known
  }

  /** What `pieceTerms` says, the three kinds that are new in nearly every record by a way without strings. */
  #addTerms(kind: PieceKind, text: string): void {
    if (kind === 'to' && this.#text.read(text)) return this.#recipient()
    if (kind === 'subject' && this.#text.read(text)) return this.#subject()
    if (kind === 'meta') {
      const cut = text.indexOf('\0')
      if (this.#text.read(text.slice(0, cut)) && this.#value.read(text.slice(cut + 1))) return this.#meta()
    }
    pieceTerms(kind, text, (list, value) => this.#textTerm(list, value))
  }

  #recipient(): void {
    const text = this.#text
    this.#valueTerm(valueLists.toWhole, text, 0, Math.min(text.length, longestWhole))
    for (let word = 0; word < text.words; word++) this.#wordTerm(wordLists.to, text, word)
  }

  #subject(): void {
    const text = this.#text
    for (let word = 0; word < text.words; word++) {
      this.#wordTerm(wordLists.subject, text, word)
      if (!text.isPaired(word)) continue
      const [before, end] = [word - 1, text.end(word)]
      this.#openValue(valueLists.subjectPair, end - text.start(before) + 1)
      this.#table.bytes(text.bytes, text.start(before), text.end(before))
      this.#table.byte(space)
      this.#table.bytes(text.bytes, text.start(word), end)
      this.#found.push(this.#table.close())
    }
  }

  #meta(): void {
    const [key, value] = [this.#text, this.#value]
    this.#valueTerm(valueLists.metaKey, key, 0, key.length)
    this.#metaTerm(valueLists.metaWhole, 0, value.length, longestWhole)
    for (let word = 0; word < value.words; word++) {
      this.#wordTerm(wordLists.meta, value, word)
      const [start, end] = [value.start(word), value.end(word)]
      if (end - start !== value.length) this.#metaTerm(valueLists.metaWord, start, end, Infinity)
    }
  }

  /** `key=value`, or a part of it, cut. */
  #metaTerm(list: ValueList, start: number, end: number, longest: number): void {
    const [key, value] = [this.#text, this.#value]
    const keyEnd = Math.min(key.length, longest)
    this.#openValue(list, keyEnd + 1 + end - start)
    this.#table.bytes(key.bytes, 0, keyEnd)
    if (keyEnd < longest) {
      this.#table.byte(equals)
      this.#table.bytes(value.bytes, start, Math.min(end, start + longest - keyEnd - 1))
    }
    this.#found.push(this.#table.close())
  }

  #valueTerm(list: ValueList, text: AsciiText, start: number, end: number): void {
    this.#openValue(list, end - start)
    this.#table.bytes(text.bytes, start, end)
    this.#found.push(this.#table.close())
  }

  #wordTerm(list: WordList, text: AsciiText, word: number): void {
    this.#table.open(text.end(word) - text.start(word) + 2)
    this.#table.bytes(text.bytes, text.start(word), text.end(word))
    this.#table.byte(0)
    this.#table.byte(list.charCodeAt(0))
    this.#found.push(this.#table.close())
  }

  #openValue(list: ValueList, length: number): void {
    this.#table.open(length + 2)
    this.#table.byte(1)
    this.#table.byte(list.charCodeAt(0))
  }

  #textTerm(list: List, value: string): void {
    const room = value.length * 3
    if (isWordList(list)) {
      this.#table.open(room + 2)
      this.#table.text(value)
      this.#table.byte(0)
      this.#table.byte(list.charCodeAt(0))
    } else {
      this.#openValue(list, room)
      this.#table.text(value)
    }
    this.#found.push(this.#table.close())
  }
}

const space = 32
const equals = 61
