import { UnreadableFile } from '../base/unreadable-file.ts'
import { Spool } from '../base/spool.ts'

const textsPerBlock = 256
const keptBlocks = 192
const heavyBytes = 512 * 1024
const mostHeldBytes = 32 * 1024 * 1024
/** Far above what a workbook with a million messages contains: five million texts, or 300 MB. */
const mostTexts = 1 << 24
const mostBytes = 1024 * 1024 * 1024

/**
 * A workbook’s shared texts. A million rows contain millions of them, so they are written to a temporary file, and only the
 * blocks that the current rows refer to are kept in memory.
 */
export class TextPool {
  count = 0
  #open: string[] = []
  #pending: Buffer[] = []
  #pendingBytes = 0
  #written = 0
  readonly #ends: number[] = []
  readonly #held = new Map<number, readonly string[]>()
  #heldBytes = 0
  readonly #spool: Spool

  constructor(spool: Spool) {
    this.#spool = spool
  }

  static async create(tempFolder?: string): Promise<TextPool> {
    return new TextPool(await Spool.create(tempFolder))
  }

  add(text: string): void {
    this.count += 1
    if (this.#open.push(text) === textsPerBlock) this.#closeBlock()
  }

  /** Whether `flush` must be called before more texts are added. */
  get isHeavy(): boolean {
    return this.#pendingBytes > heavyBytes
  }

  async flush(): Promise<void> {
    await this.#spool.write(Buffer.concat(this.#pending))
    this.#pending = []
    this.#pendingBytes = 0
  }

  async finish(): Promise<void> {
    if (this.#open.length > 0) this.#closeBlock()
    await this.flush()
  }

  /**
   * Returns the text with this number if it is in memory, without a promise: millions of promises would cost seconds.
   */
  get(index: number): string | null {
    return this.#held.get(Math.floor(index / textsPerBlock))?.[index % textsPerBlock] ?? null
  }

  /** Returns the text with this number. Its neighbours are loaded with it and stay in memory for a while. */
  async load(index: number): Promise<string> {
    if (!Number.isInteger(index) || index < 0 || index >= this.count) {
      throw new UnreadableFile(
        'The file is damaged. It refers to text that it does not contain. Copy or download it again.',
      )
    }
    const place = Math.floor(index / textsPerBlock)
    const block = await this.#read(place)
    this.#held.set(place, block)
    this.#heldBytes += this.#sizeOf(place)
    for (const old of this.#held.keys()) {
      if (this.#held.size <= keptBlocks && this.#heldBytes <= mostHeldBytes) break
      if (old === place) break
      this.#held.delete(old)
      this.#heldBytes -= this.#sizeOf(old)
    }
    return block[index % textsPerBlock] ?? ''
  }

  close(): Promise<void> {
    return this.#spool.close()
  }

  #closeBlock(): void {
    const bytes = Buffer.from(JSON.stringify(this.#open))
    this.#open = []
    this.#pending.push(bytes)
    this.#pendingBytes += bytes.length
    this.#written += bytes.length
    this.#ends.push(this.#written)
    if (this.count > mostTexts || this.#written > mostBytes) {
      throw new UnreadableFile('The workbook contains more text than Mailroom can read. Save it as CSV UTF-8.')
    }
  }

  #sizeOf(block: number): number {
    return (this.#ends[block] ?? 0) - (this.#ends[block - 1] ?? 0)
  }

  async #read(block: number): Promise<readonly string[]> {
    const end = this.#ends[block]
    if (end === undefined) return []
    const parts: Uint8Array[] = []
    for await (const part of this.#spool.read(this.#ends[block - 1] ?? 0, end)) parts.push(part)
    return JSON.parse(Buffer.concat(parts).toString('utf8')) as string[]
  }
}
