const pieceLength = 16 * 1024
const chunkLength = 128 * 1024
const readyLength = 64 * 1024

/** UTF-8 takes up to three bytes for a unit of a JavaScript string. */
const bytesPerUnit = 3

/**
 * Encodes text into chunks of bytes. Encoding pieces that fit into the processor's cache is half as fast again as encoding
 * whole chunks, and larger chunks take fewer steps to send or store.
 */
export class TextChunks {
  #text = ''
  #buffer: Buffer = Buffer.allocUnsafe(chunkLength)
  #used = 0
  #spare: Buffer | null = null
  readonly #isReusing: boolean
  readonly #encoder = new TextEncoder()

  /**
   * `isReusing`: a chunk is overwritten after the next chunk was taken. Otherwise a fast writer allocates hundreds of
   * buffers between two garbage collections.
   */
  constructor({ isReusing = false } = {}) {
    this.#isReusing = isReusing
  }

  add(text: string): void {
    this.#text += text
    if (this.#text.length >= pieceLength) this.#encode()
  }

  /** There is enough text for a chunk. */
  get isReady(): boolean {
    return this.#used >= readyLength
  }

  /** Everything so far. */
  take(): Buffer {
    this.#encode()
    const chunk = this.#buffer.subarray(0, this.#used)
    const next = this.#spare ?? Buffer.allocUnsafe(chunkLength)
    if (this.#isReusing) this.#spare = this.#buffer
    this.#buffer = next
    this.#used = 0
    return chunk
  }

  #encode(): void {
    const needed = this.#used + this.#text.length * bytesPerUnit
    if (needed > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(needed)
      this.#buffer.copy(larger, 0, 0, this.#used)
      this.#buffer = larger
    }
    this.#used += this.#encoder.encodeInto(this.#text, this.#buffer.subarray(this.#used)).written
    this.#text = ''
  }
}
