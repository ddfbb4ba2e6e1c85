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

  /** The length in bytes, then the text. */
  text(text: string): void {
    this.#reserve(text.length * 3 + 5)
    const start = this.length
    // Nearly every term is short ASCII: written behind a length of one byte, without a second pass.
    if (text.length < 42) {
      const size = this.#bytes.write(text, start + 1, 'utf8')
      this.#bytes[start] = size
      this.length = start + 1 + size
      return
    }
    this.varint(Buffer.byteLength(text))
    this.length += this.#bytes.write(text, this.length, 'utf8')
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
