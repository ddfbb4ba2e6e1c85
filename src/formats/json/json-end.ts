import { incomplete, type EndObserver, type FileEnd } from '../base/file-end.ts'

const quote = 0x22

export class JsonEndObserver implements EndObserver {
  #depth = 0
  #inString = false
  #isEscaped = false
  #hasBegun = false
  #isForeign = false

  push(chunk: Uint8Array): void {
    if (!this.#hasBegun) this.#begin(chunk)
    let depth = this.#depth
    let inString = this.#inString
    let isEscaped = this.#isEscaped
    // Iterating over a byte array takes twice as long as indexing it, and this loop reads every download.
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at]!
      if (inString) {
        if (isEscaped) isEscaped = false
        else if (byte === 0x5c) isEscaped = true
        else if (byte === quote) inString = false
      } else if (byte === quote) inString = true
      else if (byte > 0x5a) {
        if (byte === 0x7b || byte === 0x5b) depth += 1
        else if (byte === 0x7d || byte === 0x5d) depth -= 1
      }
    }
    this.#depth = depth
    this.#inString = inString
    this.#isEscaped = isEscaped
  }

  /** Blanks and a byte order mark may precede the first bracket. */
  #begin(chunk: Uint8Array): void {
    const first = chunk.find((byte) => byte > 0x20 && byte < 0x80)
    if (first === undefined) return
    this.#hasBegun = true
    this.#isForeign = first !== 0x7b && first !== 0x5b
  }

  end(): FileEnd {
    if (!this.#hasBegun) return incomplete('The file is empty.')
    if (this.#isForeign) return incomplete('The file is not JSON.')
    if (this.#inString || this.#depth > 0) return incomplete('The closing bracket is missing.')
    return this.#depth === 0 ? { isWhole: true } : incomplete('The brackets do not match.')
  }
}
