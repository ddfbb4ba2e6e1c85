/** A buffer that grows while it is written. */
export class ByteWriter {
  #bytes: Buffer
  length = 0

  constructor(capacity = 1 << 16) {
    this.#bytes = Buffer.allocUnsafe(capacity)
  }

  varint(value: number): void {
    this.#reserve(5)
    while (value > 127) {
      this.#bytes[this.length++] = (value & 127) | 128
      value >>>= 7
    }
    this.#bytes[this.length++] = value
  }

  /** The length in bytes, then the text, which may come in parts: joining them first would cost more than writing. */
  text(head: string, body = '', tail = ''): void {
    const length = head.length + body.length + tail.length
    this.#reserve(length * 3 + 5)
    const start = this.length
    if (length < 128) {
      this.length = start + 1
      this.#bytes[start] = length
      if (this.#ascii(head) && this.#ascii(body) && this.#ascii(tail)) return
      this.length = start
    }
    const text = head + body + tail
    this.varint(Buffer.byteLength(text))
    this.length += this.#bytes.write(text, this.length, 'utf8')
  }

  /** Nearly every term is short and ASCII: a call out of JavaScript for each would cost more than the letters. */
  #ascii(text: string): boolean {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code > 127) return false
      this.#bytes[this.length++] = code
    }
    return true
  }

  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  /** A copy of what was written; the writer starts anew. */
  take(): Uint8Array {
    const taken = Uint8Array.prototype.slice.call(this.#bytes, 0, this.length)
    this.length = 0
    return taken
  }

  #reserve(more: number): void {
    if (this.length + more <= this.#bytes.length) return
    const grown = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.length + more))
    this.#bytes.copy(grown, 0, 0, this.length)
    this.#bytes = grown
  }
}
