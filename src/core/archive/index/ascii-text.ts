import { grown } from './bytes.ts'
import { shortNumber } from './terms.ts'
import { longestWord } from '#shared/domain/query/words.ts'

/**
 * A text of ASCII, folded, and where its words stand, without a string for any of them. What `fold` and `foldedWords` say
 * of such a text, for the one who indexes a million; tests hold them to each other.
 */
export class AsciiText {
  bytes = new Uint8Array(256)
  length = 0
  words = 0
  readonly #starts: number[] = []
  readonly #ends: number[] = []
  readonly #longNumbers: boolean[] = []

  /** False for a text that is not ASCII: it is not read. */
  read(text: string): boolean {
    if (text.length > this.bytes.length) this.bytes = grown(this.bytes, text.length * 2)
    const bytes = this.bytes
    this.length = text.length
    this.words = 0
    let start = -1
    let hasDigit = false
    for (let at = 0; at < text.length; at++) {
      let code = text.charCodeAt(at)
      if (code > 127) return false
      if (code >= 65 && code <= 90) code += 32
      bytes[at] = code
      const isDigit = code >= 48 && code <= 57
      if (isDigit || (code >= 97 && code <= 122)) {
        if (start < 0) {
          start = at
          hasDigit = false
        }
        if (isDigit && at - start < longestWord) hasDigit = true
      } else if (start >= 0) {
        this.#addWord(start, at, hasDigit)
        start = -1
      }
    }
    if (start >= 0) this.#addWord(start, text.length, hasDigit)
    return true
  }

  start(word: number): number {
    return this.#starts[word]!
  }

  end(word: number): number {
    return this.#ends[word]!
  }

  /** Whether the word and the one before it make a pair; see `isPaired`. */
  isPaired(word: number): boolean {
    return word > 0 && !this.#longNumbers[word - 1] && !this.#longNumbers[word]
  }

  #addWord(start: number, end: number, hasDigit: boolean): void {
    const cut = Math.min(end, start + longestWord)
    this.#starts[this.words] = start
    this.#ends[this.words] = cut
    this.#longNumbers[this.words++] = hasDigit && cut - start > shortNumber
  }
}
