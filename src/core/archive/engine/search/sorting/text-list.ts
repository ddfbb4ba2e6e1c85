import { clearBit, eachBit, hasBit, type Bits } from '../../index/bits.ts'
import { blockSize } from '../../index/build-block.ts'
import { LatinText } from '../../index/latin-text.ts'
import { valueLists, valueTerm } from '../../index/terms.ts'
import { readPositions } from '../../index/posting.ts'
import { fold } from '#shared/domain/query/fold.ts'
import type { BlockReader } from '../block-reader.ts'
import { mergeAll } from './merge-texts.ts'

/** Fields whose complete values are terms in the dictionary. */
const termLists = {
  email: valueLists.toWhole,
  from: valueLists.fromWhole,
  tags: valueLists.tagWhole,
  key: valueLists.key,
} as const

export type SortedText = keyof typeof termLists | 'subject'

/**
 * Texts in order, as bytes. Each text begins at its position in `starts` and ends with a zero. `common` is the number of
 * bytes that each text shares with the previous one, including the final zero: equal texts share all bytes.
 */
export type TextList = {
  readonly bytes: Uint8Array
  readonly starts: Uint32Array
  readonly common: Uint8Array
  /** Each text’s position in the block. Among equal texts, the newest comes first. */
  readonly positions: Uint16Array
}

/** Longer texts are compared by their beginning, so that the shared length fits into a byte. */
const longestSorted = 250
/** The text of rows without a value. It sorts after all others, because no byte in UTF-8 text is as high. */
const noValue = Uint8Array.of(0xff)
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Reads and sorts the texts of one block at a time. The buffers are reused for the next block. */
export class TextReader {
  readonly #latin = new LatinText()
  readonly #positions = new Uint16Array(blockSize)
  readonly #starts = new Uint32Array(blockSize)
  readonly #posting = new Uint16Array(blockSize)
  #bytes = new Uint8Array(2 ** 20)
  #count = 0
  #used = 0

  /** The texts of these rows, in order. */
  read(reader: BlockReader, bits: Bits, field: SortedText): TextList {
    this.#count = 0
    this.#used = 0
    if (field === 'subject') this.#readSubjects(reader, bits)
    else this.#readTerms(reader, bits, termLists[field])
    return this.#sorted()
  }

  /** If a row has several values, such as tags, the first in dictionary order counts. */
  #readTerms(reader: BlockReader, bits: Bits, list: string): void {
    const head = valueTerm(list, '')
    const left = bits.slice()
    reader.entries(head, (page, termAt, termLength, at, length) => {
      const rows = readPositions(page, at, length, this.#posting)
      let start = -1
      for (let index = rows - 1; index >= 0; index--) {
        if (!hasBit(left, this.#posting[index]!)) continue
        clearBit(left, this.#posting[index]!)
        // Rows with the same term share its bytes.
        if (start < 0) start = this.#write(page, termAt + head.length, termAt + termLength)
        this.#add(start, this.#posting[index]!)
      }
    })
    const without: number[] = []
    eachBit(left, (at) => without.push(at))
    if (without.length === 0) return
    const start = this.#write(noValue, 0, noValue.length)
    for (const at of without.reverse()) this.#add(start, at)
  }

  #readSubjects(reader: BlockReader, bits: Bits): void {
    const positions: number[] = []
    eachBit(bits, (at) => positions.push(at))
    reader.subjects(positions.reverse(), (at, subject, from, to) => {
      if (typeof subject !== 'string' && this.#latin.readBytes(subject, from, to)) {
        this.#add(this.#write(this.#latin.bytes, 0, this.#latin.length), at)
        return
      }
      const text = typeof subject === 'string' ? subject : decoder.decode(subject.subarray(from, to))
      const folded = encoder.encode(fold(text))
      this.#add(this.#write(folded, 0, folded.length), at)
    })
  }

  #add(start: number, position: number): void {
    this.#starts[this.#count] = start
    this.#positions[this.#count++] = position
  }

  /** Returns the start of the text. */
  #write(from: Uint8Array, begin: number, end: number): number {
    const length = Math.min(end - begin, longestSorted)
    if (this.#used + length + 1 > this.#bytes.length) {
      const before = this.#bytes
      this.#bytes = new Uint8Array(before.length * 2)
      this.#bytes.set(before)
    }
    const start = this.#used
    for (let at = 0; at < length; at++) {
      // A zero within the text is replaced, because it would end the text.
      this.#bytes[start + at] = from[begin + at]! || 1
    }
    this.#bytes[start + length] = 0
    this.#used += length + 1
    return start
  }

  /** Copies the texts in order, so that the merge reads each list from beginning to end. */
  #sorted(): TextList {
    const { order, common } = mergeAll([{ bytes: this.#bytes, starts: this.#starts }], {
      ends: Uint32Array.from({ length: this.#count }, (_, index) => index + 1),
      order: Uint32Array.from({ length: this.#count }, (_, index) => index),
      common: new Uint8Array(this.#count),
    })
    const starts = new Uint32Array(this.#count)
    const positions = new Uint16Array(this.#count)
    const bytes = new Uint8Array(this.#used)
    let used = 0
    for (let index = 0; index < this.#count; index++) {
      const entry = order[index]!
      positions[index] = this.#positions[entry]!
      const shared = common[index]!
      // The text is the same as the previous text.
      if (shared > 0 && bytes[starts[index - 1]! + shared - 1] === 0) {
        starts[index] = starts[index - 1]!
        continue
      }
      starts[index] = used
      for (let at = this.#starts[entry]!; this.#bytes[at] !== 0; at++) bytes[used++] = this.#bytes[at]!
      bytes[used++] = 0
    }
    return { bytes: bytes.slice(0, used), starts, common, positions }
  }
}
