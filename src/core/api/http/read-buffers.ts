/** Small enough to still be in the processor’s cache when the block is written to a file. */
const blockBytes = 512 * 1024
/** A block with less free room is abandoned, because short reads cost as much as long ones. */
const leastRoom = 64 * 1024
const pageBytes = 64 * 1024
/** A read of this size suggests that more data follows: a TLS record contains at most 16 KB. */
const streamRead = 8 * 1024
/**
 * Maximum number of bytes of chunked framing (the size line and its line breaks) between two parts. A larger gap contains
 * data that has not been released yet.
 */
const mostFraming = 32
/** The maximum number of free blocks kept for reuse: 4 MB of network data while a file is being written. */
const mostFree = 8

export type Loan = {
  /** Signals that the reader is done with this part of the stream. Each part is released at most once. */
  release(part: Uint8Array): void
  end(): void
}

type Block = {
  readonly memory: Buffer
  /** Number of bytes read into the block, and how many of them were released. */
  filled: number
  released: number
  /** Whether the block’s socket now reads into another block. */
  left: boolean
  uses: number
}

/** The end of the part that a stream’s reader released last. */
type Place = { block: Block; uses: number; end: number }

/**
 * The memory into which network data is read. Node allocates 64 KB for every read, and new memory costs more than filling
 * it. As long as a reader releases its parts, the same blocks are used again.
 */
export class ReadBuffers {
  readonly #blocks = new BlockPool()
  /** Small responses are copied out of a page that all sockets share. */
  readonly #page = Buffer.allocUnsafeSlow(pageBytes)

  /** Used as the `onread` option of one socket. */
  reader(push: (part: Buffer) => boolean): SocketReader {
    return new SocketReader(this.#blocks, this.#page, push)
  }

  /** Lends blocks to a stream’s reader, which releases each part and finally ends the loan. */
  lend(): Loan {
    const blocks = this.#blocks
    blocks.loans += 1
    let last: Place | null = null
    return {
      release: (part) => (last = blocks.release(part, last) ?? last),
      end: () => blocks.endLoan(),
    }
  }
}

class BlockPool {
  readonly #blocks = new WeakMap<ArrayBufferLike, Block>()
  readonly #free: Block[] = []
  loans = 0

  take(): Block {
    const used = this.#free.pop()
    if (used !== undefined) return used
    const memory = Buffer.allocUnsafeSlow(blockBytes)
    const block = { memory, filled: 0, released: 0, left: false, uses: 0 }
    this.#blocks.set(memory.buffer, block)
    return block
  }

  leave(block: Block): void {
    block.left = true
    this.#reuse(block)
  }

  /**
   * Between two parts of a stream there is only the framing of its chunks, which was read before the second part arrived.
   * Before the first part there may be a head, which undici keeps.
   */
  release(part: Uint8Array, last: Place | null): Place | null {
    const block = this.#blocks.get(part.buffer)
    if (block === undefined) return null
    const isSame = last?.block === block && last.uses === block.uses
    const place = { block, uses: block.uses, end: part.byteOffset + part.length }
    block.released += part.length
    if (isSame) block.released += framing(part.byteOffset - last.end)
    else if (last !== null) {
      block.released += framing(part.byteOffset)
      if (last.block.uses === last.uses && last.block.left) {
        last.block.released += framing(last.block.filled - last.end)
        this.#reuse(last.block)
      }
    }
    this.#reuse(block)
    return place
  }

  endLoan(): void {
    this.loans -= 1
    if (this.loans === 0) this.#free.length = 0
  }

  /** A block with parts that are never released (heads, parts of other streams) is left to the garbage collector. */
  #reuse(block: Block): void {
    if (!block.left || block.released !== block.filled || this.loans === 0 || this.#free.length >= mostFree) return
    this.#free.push(Object.assign(block, { filled: 0, released: 0, left: false, uses: block.uses + 1 }))
  }
}

function framing(gap: number): number {
  return gap > 0 && gap <= mostFraming ? gap : 0
}

/** The memory that one socket reads into: the `buffer` and the `callback` of its `onread` option. */
class SocketReader {
  readonly #blocks: BlockPool
  readonly #page: Buffer
  readonly #push: (part: Buffer) => boolean
  #block: Block | null = null
  #memory: Buffer
  #isStream = false

  constructor(blocks: BlockPool, page: Buffer, push: (part: Buffer) => boolean) {
    this.#blocks = blocks
    this.#page = page
    this.#memory = page
    this.#push = push
  }

  readonly buffer = (): Buffer => (this.#memory = this.#choose())

  readonly callback = (count: number): boolean => {
    this.#isStream = count >= streamRead
    const part = this.#memory.subarray(0, count)
    if (this.#block !== null) this.#block.filled += count
    return this.#push(this.#memory === this.#page ? Buffer.from(part) : part)
  }

  #choose(): Buffer {
    const isLent = this.#isStream && this.#blocks.loans > 0
    if (this.#block !== null && (!isLent || this.#block.memory.length - this.#block.filled < leastRoom)) {
      this.#blocks.leave(this.#block)
      this.#block = null
    }
    if (!this.#isStream) return this.#page
    // Without a loan, a block would be used only once, and several small blocks are garbage-collected sooner.
    if (!isLent) return Buffer.allocUnsafeSlow(pageBytes)
    this.#block ??= this.#blocks.take()
    return this.#block.memory.subarray(this.#block.filled)
  }
}
