import { UnreadableFile } from './unreadable-file.ts'
import { Spool } from './xls/spool.ts'

const textsPerBlock = 256
const keptBlocks = 192
const heavyBytes = 512 * 1024

/**
 * The shared texts of a workbook. A million rows have millions of them: they are spilled to disk, and the blocks that
 * the rows at hand refer to are held.
 */
export class TextPool {
  count = 0
  private open: string[] = []
  private pending: Buffer[] = []
  private pendingBytes = 0
  private written = 0
  private readonly ends: number[] = []
  private readonly held = new Map<number, readonly string[]>()
  private readonly spool: Spool

  private constructor(spool: Spool) {
    this.spool = spool
  }

  static async create(tempFolder?: string): Promise<TextPool> {
    return new TextPool(await Spool.create(tempFolder))
  }

  add(text: string): void {
    this.count += 1
    if (this.open.push(text) === textsPerBlock) this.closeBlock()
  }

  /** Call `flush` before more is added. */
  get isHeavy(): boolean {
    return this.pendingBytes > heavyBytes
  }

  async flush(): Promise<void> {
    await this.spool.write(Buffer.concat(this.pending))
    this.pending = []
    this.pendingBytes = 0
  }

  async finish(): Promise<void> {
    if (this.open.length > 0) this.closeBlock()
    await this.flush()
  }

  /** From then on, and until the next call, these can be got. */
  async load(indexes: readonly number[]): Promise<void> {
    if (indexes.some((index) => !(index < this.count))) {
      throw new UnreadableFile('The file is damaged: it names a text that it does not hold.')
    }
    const needed = new Set(indexes.map((index) => Math.floor(index / textsPerBlock)))
    for (const block of needed) {
      const known = this.held.get(block)
      this.held.delete(block)
      this.held.set(block, known ?? (await this.read(block)))
    }
    for (const block of this.held.keys()) {
      if (this.held.size <= Math.max(keptBlocks, needed.size)) break
      this.held.delete(block)
    }
  }

  get(index: number): string {
    return this.held.get(Math.floor(index / textsPerBlock))?.[index % textsPerBlock] ?? ''
  }

  close(): Promise<void> {
    return this.spool.close()
  }

  private closeBlock(): void {
    const bytes = Buffer.from(JSON.stringify(this.open))
    this.open = []
    this.pending.push(bytes)
    this.pendingBytes += bytes.length
    this.written += bytes.length
    this.ends.push(this.written)
  }

  private async read(block: number): Promise<readonly string[]> {
    const end = this.ends[block]
    if (end === undefined) return []
    const parts: Uint8Array[] = []
    for await (const part of this.spool.read(this.ends[block - 1] ?? 0, end)) parts.push(part)
    return JSON.parse(Buffer.concat(parts).toString('utf8')) as string[]
  }
}
