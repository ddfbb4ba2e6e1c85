const encoder = new TextEncoder()

/** Reused buffers are kept up to this size, because a few records may be a thousand times as long as the others. */
export const mostKeptBytes = 8 * 1024 ** 2

/** A buffer that grows as it is written. */
export class ByteWriter {
  #bytes: Uint8Array<ArrayBuffer>
  length = 0

  constructor(capacity = 1 << 16) {
    this.#bytes = new Uint8Array(capacity)
  }

  varint(value: number): void {
    this.#reserve(5)
    while (value > 127) {
      this.#bytes[this.length++] = (value & 127) | 128
      value >>>= 7
    }
    this.#bytes[this.length++] = value
  }

  /** Writes the length in bytes, then the text. */
  text(text: string): void {
    const bytes = encoder.encode(text)
    this.varint(bytes.length)
    this.raw(bytes)
  }

  /** Copies a few bytes in a loop, because a native call would cost more. */
  some(bytes: Uint8Array, start: number, end: number): void {
    this.#reserve(end - start)
    for (let at = start; at < end; at++) this.#bytes[this.length++] = bytes[at]!
  }

  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  /** Returns a copy of the written bytes and clears the writer. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.slice(0, this.length)
    this.length = 0
    if (this.#bytes.length > mostKeptBytes) this.#bytes = new Uint8Array(mostKeptBytes)
    return taken
  }

  #reserve(more: number): void {
    if (this.length + more <= this.#bytes.length) return
    this.#bytes = grown(this.#bytes, Math.max(this.#bytes.length * 2, this.length + more))
  }
}

/** Returns views of one buffer, because thousands of small buffers would keep the garbage collector busy. */
export function cutAt(bytes: Uint8Array, ends: readonly number[]): Uint8Array[] {
  return ends.map((end, at) => bytes.subarray(at === 0 ? 0 : ends[at - 1]!, end))
}

type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array

export function grown<Kind extends Numbers>(numbers: Kind, length: number): Kind {
  const larger = new (numbers.constructor as new (length: number) => Kind)(length)
  larger.set(numbers)
  return larger
}
