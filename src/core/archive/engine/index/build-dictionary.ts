import { metaPairs, type MetaValue } from '#shared/domain/messages/matches.ts'
import type { DomainCodes } from '../record/recipient-domains.ts'
import { othersOf, textEnd, textKinds, textOf, textStart, type RecordSet } from '../../../base/packs/record-set.ts'
import { LatinText } from './latin-text.ts'
import { ByteTable } from '../../../base/packs/byte-table.ts'
import { ByteWriter } from '../../../base/packs/bytes.ts'
import { PageWriter, type Dictionary } from './page-writer.ts'
import { TermTable } from './term-table.ts'
import { termsInOrder } from './sort-terms.ts'
import {
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

/** Texts that are longer than this or contain a number rarely recur, so their terms are not cached. */
const longestRepeating = 256
const mostRepeating = 20_000

/** Collects the terms of at most one block of records, in row order. Reusable for any number of blocks. */
export class DictionaryBuilder {
  readonly #table = new TermTable()
  /** Cached terms of repeated values, by their codes. */
  readonly #ofDomain: Terms[] = []
  readonly #ofValue: Record<CodeName, Terms[]> = { from: [], apiKey: [], tags: [] }
  readonly #subjects = new ByteTable(1 << 12)
  readonly #ofSubject: Terms[] = []
  readonly #ofPiece = new Map<string, Terms>()
  metaKeys = new Map<string, number>()
  readonly #pages = new ByteWriter(1 << 20)
  readonly #text = new LatinText()
  readonly #value = new LatinText()
  /** Collects the terms of a piece that is about to be cached. */
  #collected: number[] | null = null
  #row = 0
  #values: readonly string[] = []

  /** Between two calls to `clear`, all records must be from the same set, because the caches use that set’s codes. */
  add(row: number, set: RecordSet, at: number, domains: DomainCodes): void {
    this.#row = row
    this.#values = set.values
    const others = othersOf(set, at)
    if (others?.email === undefined) this.#addRecipient(set, at)
    else this.#put(this.#termsOf('to', others.email))
    const domain = domains.codes[at]!
    this.#put((this.#ofDomain[domain] ??= this.#termsOf('toDomain', domains.names[domain]!)))
    if (others?.subject === undefined) this.#addSubject(set, at)
    else this.#put(this.#termsOf('subject', others.subject))
    this.#addValue('from', set.from[at]!)
    this.#addValue('apiKey', set.apiKey[at]!)
    this.#addValue('tags', set.tags[at]!)
    if (others?.meta) this.#addMeta(metaPairs(others))
    if (others?.reason) this.#addPiece('reason', others.reason)
  }

  /** Returns the dictionary of the added records and clears the builder. */
  finish(size: number): Dictionary {
    const table = this.#table
    const order = termsInOrder(table)
    const postings = table.rows()
    const out = new PageWriter(table, postings, size, this.#pages)
    // Values begin with \1 and prefixes with \2, so they come before all words.
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
    this.#ofDomain.length = 0
    for (const name of ['from', 'apiKey', 'tags'] as const) this.#ofValue[name].length = 0
    this.#subjects.clear()
    this.#ofSubject.length = 0
    this.#ofPiece.clear()
    this.metaKeys = new Map()
  }

  #addMeta(pairs: readonly MetaValue[]): void {
    for (const { key, value } of pairs) this.#addPiece('meta', `${key}\0${value}`)
    for (const key of new Set(pairs.map(({ key }) => key))) this.metaKeys.set(key, (this.metaKeys.get(key) ?? 0) + 1)
  }

  #addRecipient(set: RecordSet, at: number): void {
    const start = textStart(set, at, textKinds.email)
    if (this.#text.readBytes(set.texts, start, textEnd(set, at, textKinds.email))) this.#recipient()
    else this.#pieceTerms('to', textOf(set, at, textKinds.email))
  }

  /** Repeated subjects are cached by their bytes. */
  #addSubject(set: RecordSet, at: number): void {
    const start = textStart(set, at, textKinds.subject)
    const end = textEnd(set, at, textKinds.subject)
    if (end - start > longestRepeating || hasDigit(set.texts, start, end)) {
      return this.#subjectTerms(set, at, start, end)
    }
    this.#subjects.open(end - start)
    this.#subjects.bytes(set.texts, start, end)
    const subject = this.#subjects.close()
    this.#put((this.#ofSubject[subject] ??= this.#collectSubject(set, at, start, end)))
  }

  #collectSubject(set: RecordSet, at: number, start: number, end: number): Terms {
    return this.#collect(() => this.#subjectTerms(set, at, start, end))
  }

  #subjectTerms(set: RecordSet, at: number, start: number, end: number): void {
    if (this.#text.readBytes(set.texts, start, end)) this.#subject()
    else this.#pieceTerms('subject', textOf(set, at, textKinds.subject))
  }

  #addValue(name: CodeName, code: number): void {
    this.#put((this.#ofValue[name][code] ??= this.#valueTerms(name, this.#values[code]!)))
  }

  #valueTerms(name: CodeName, value: string): Terms {
    if (name === 'from') return this.#termsOf('from', value)
    if (name === 'apiKey') return value === '' ? [] : this.#termsOf('key', value)
    return (JSON.parse(value) as string[]).flatMap((tag) => this.#termsOf('tag', tag))
  }

  /** Adds metadata or a reason. */
  #addPiece(kind: PieceKind, text: string): void {
    const isRepeating = kind === 'reason' || !/\d/.test(text)
    const name = kind + text
    const known = isRepeating ? this.#ofPiece.get(name) : undefined
    if (known) return this.#put(known)
    const terms = this.#termsOf(kind, text)
    if (isRepeating && this.#ofPiece.size < mostRepeating) this.#ofPiece.set(name, terms)
    this.#put(terms)
  }

  #put(terms: Terms): void {
    for (let at = 0; at < terms.length; at++) this.#table.put(terms[at]!, this.#row)
  }

  #termsOf(kind: PieceKind, text: string): Terms {
    return this.#collect(() => {
      const isDone = kind === 'meta' ? this.#quickMeta(text) : kind === 'toDomain' && this.#quickDomain(text)
      if (!isDone) this.#pieceTerms(kind, text)
    })
  }

  #collect(add: () => void): Terms {
    const collected = (this.#collected = [] as number[])
    add()
    this.#collected = null
    return collected
  }

  #emit(): void {
    const term = this.#table.close()
    this.#table.put(term, this.#row)
    this.#collected?.push(term)
  }

  #pieceTerms(kind: PieceKind, text: string): void {
    pieceTerms(kind, text, (list, value) => this.#textTerm(list, value))
  }

  #quickMeta(text: string): boolean {
    const cut = text.indexOf('\0')
    if (!this.#text.read(text.slice(0, cut)) || !this.#value.read(text.slice(cut + 1))) return false
    this.#meta()
    return true
  }

  /** Produces the same terms as `suffixes`, which stops after 64; a short name never has that many. */
  #quickDomain(name: string): boolean {
    const text = this.#text
    if (name.length > shortDomain || !text.read(name)) return false
    for (let start = 0; ;) {
      this.#valueTerm(valueLists.domain, text, start, text.length)
      start = text.bytes.indexOf(dot, start) + 1
      if (start === 0 || start > text.length) return true
    }
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
      this.#emit()
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

  /** Adds `key=` followed by the value or one of its words, cut to `longest` bytes in total. */
  #metaTerm(list: ValueList, start: number, end: number, longest: number): void {
    const [key, value] = [this.#text, this.#value]
    const keyEnd = Math.min(key.length, longest)
    this.#openValue(list, keyEnd + 1 + end - start)
    this.#table.bytes(key.bytes, 0, keyEnd)
    if (keyEnd < longest) {
      this.#table.byte(equals)
      this.#table.bytes(value.bytes, start, Math.min(end, start + longest - keyEnd - 1))
    }
    this.#emit()
  }

  #valueTerm(list: ValueList, text: LatinText, start: number, end: number): void {
    this.#openValue(list, end - start)
    this.#table.bytes(text.bytes, start, end)
    this.#emit()
  }

  #wordTerm(list: WordList, text: LatinText, word: number): void {
    this.#table.open(text.end(word) - text.start(word) + 2)
    this.#table.bytes(text.bytes, text.start(word), text.end(word))
    this.#table.byte(0)
    this.#table.byte(list.charCodeAt(0))
    this.#emit()
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
    this.#emit()
  }
}

function hasDigit(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at]! >= 48 && bytes[at]! <= 57) return true
  return false
}

type Terms = readonly number[]
type CodeName = 'from' | 'apiKey' | 'tags'
const space = 32
const equals = 61
const dot = 46
const shortDomain = 63
