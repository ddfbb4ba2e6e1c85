import type { Block } from '../store/block.ts'

/**
 * How many queries count as recent. The dashboard sends several at the same time, some of which use only a few parts.
 */
const recentQuestions = 8

type Arrays = Readonly<Record<string, unknown>>
type Kept<Part> = { readonly block: Block; readonly part: Part; readonly bytes: number; question: number }

/**
 * Keeps parts of blocks, up to a number of bytes. A query reads all blocks in turn, so dropping the oldest part for
 * each new one would leave an archive slightly above the limit without a single hit. A new part therefore replaces only
 * parts that no recent query has used.
 */
export class KeptParts<Part extends Arrays> {
  readonly #mostBytes: number
  /** Ordered with the least recently used part first. */
  readonly #parts = new Map<string, Kept<Part>>()
  #bytes = 0
  #question = 0

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  beginQuestion(): void {
    this.#question++
  }

  use(name: string, block: Block): Part | undefined {
    const key = keyOf(name, block)
    const known = this.#parts.get(key)
    if (!known) return undefined
    known.question = this.#question
    this.#parts.delete(key)
    this.#parts.set(key, known)
    return known.part
  }

  keep(name: string, block: Block, part: Part): void {
    const bytes = bytesOf(part)
    for (const [key, { question }] of this.#parts) {
      if (this.#bytes + bytes <= this.#mostBytes || question > this.#question - recentQuestions) break
      this.#drop(key)
    }
    if (this.#bytes + bytes > this.#mostBytes) return
    this.#bytes += bytes
    this.#parts.set(keyOf(name, block), { block, part, bytes, question: this.#question })
  }

  /** Drops the parts of changed or removed blocks. */
  keepOnly(blocks: readonly Block[]): void {
    const versions = new Map(blocks.map(({ id, version }) => [id, version]))
    for (const [key, { block }] of this.#parts) if (versions.get(block.id) !== block.version) this.#drop(key)
  }

  #drop(key: string): void {
    this.#bytes -= this.#parts.get(key)!.bytes
    this.#parts.delete(key)
  }
}

/** A given version of a block never changes. */
function keyOf(name: string, { id, version }: Block): string {
  return `${name} ${id}.${version}`
}

function bytesOf(part: Arrays): number {
  return Object.values(part).reduce((sum: number, array) => sum + (ArrayBuffer.isView(array) ? array.byteLength : 0), 0)
}
