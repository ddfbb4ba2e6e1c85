import { brokenOff, UnreadableFile } from '../base/unreadable-file.ts'

export type BiffRecord = {
  readonly type: number
  readonly body: Buffer
}

export class BiffRecords {
  #bytes: Buffer = Buffer.alloc(0)
  #at = 0
  readonly #parts: AsyncGenerator<Buffer>

  constructor(parts: AsyncGenerator<Buffer>) {
    this.#parts = parts
  }

  async next(): Promise<BiffRecord> {
    for (;;) {
      const record = this.buffered()
      if (record) return record
      const part = await this.#parts.next()
      if (part.done) throw new UnreadableFile(brokenOff)
      this.#bytes = Buffer.concat([this.#bytes.subarray(this.#at), part.value])
      this.#at = 0
    }
  }

  /**
   * Returns the next record if it is in memory, otherwise null. No promise is involved, because millions of them would
   * cost seconds.
   */
  buffered(): BiffRecord | null {
    const bytes = this.#bytes
    const at = this.#at
    if (at + 4 > bytes.length) return null
    const end = at + 4 + bytes.readUInt16LE(at + 2)
    if (end > bytes.length) return null
    this.#at = end
    return { type: bytes.readUInt16LE(at), body: bytes.subarray(at + 4, end) }
  }

  async close(): Promise<void> {
    await this.#parts.return(undefined)
  }
}
