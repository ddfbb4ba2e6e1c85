/**
 * The memory the network is read into. Node takes 64 KB afresh for every read, and fresh memory costs more than the
 * bytes that are put there: where somebody gives parts back, the network reads into the same blocks again.
 */
export type ReadBuffers = {
  /** The two halves of the `onread` option of one socket. */
  reader(push: (part: Buffer) => boolean): {
    buffer: () => Uint8Array
    callback: (count: number) => boolean
  }
  /** For one who reads a stream and will give its parts back, until he ends it. */
  lend(): Loan
}

export type Loan = {
  /** Nobody looks at this part of the stream any more. Each part at most once. */
  release(part: Uint8Array): void
  end(): void
}

type Block = {
  readonly memory: Buffer
  /** Bytes read into it, and how many of them were released. */
  filled: number
  released: number
  /** Its socket reads into something else by now. */
  left: boolean
}

/** Small enough to be still in the processor's cache when it is written to a file. */
const blockBytes = 512 * 1024
/** A block with less room is left: short reads cost as much as long ones. */
const leastRoom = 64 * 1024
const pageBytes = 64 * 1024
/** After a read of this size more is expected: 16 KB is the most a TLS record brings. */
const streamRead = 8 * 1024
/** 4 MB, what a file lags behind. */
const mostFree = 8

export function createReadBuffers(): ReadBuffers {
  /** Small answers are copied out of a page that all sockets share. */
  const page = Buffer.allocUnsafeSlow(pageBytes)
  const blocks = new WeakMap<ArrayBufferLike, Block>()
  const free: Block[] = []
  let loans = 0

  function take(): Block {
    const used = free.pop()
    if (used !== undefined) return used
    const memory = Buffer.allocUnsafeSlow(blockBytes)
    const block = { memory, filled: 0, released: 0, left: false }
    blocks.set(memory.buffer, block)
    return block
  }

  /** What nobody releases (heads, framing, parts of other streams) keeps a block from coming back: it is collected. */
  function reuse(block: Block): void {
    if (!block.left || block.released !== block.filled || loans === 0 || free.length >= mostFree) return
    free.push(Object.assign(block, { filled: 0, released: 0, left: false }))
  }

  return {
    reader(push) {
      let block: Block | null = null
      let memory: Buffer = page
      let isStream = false

      function choose(): Buffer {
        const isLent = isStream && loans > 0
        if (block !== null && (!isLent || block.memory.length - block.filled < leastRoom)) {
          block.left = true
          reuse(block)
          block = null
        }
        if (!isStream) return page
        // Without a loan a block would be used once, and several small ones are collected sooner.
        if (!isLent) return Buffer.allocUnsafeSlow(pageBytes)
        block ??= take()
        return block.memory.subarray(block.filled)
      }

      return {
        buffer: () => (memory = choose()),
        callback(count) {
          isStream = count >= streamRead
          const part = memory.subarray(0, count)
          if (block !== null) block.filled += count
          return push(memory === page ? Buffer.from(part) : part)
        },
      }
    },
    lend() {
      loans += 1
      return {
        release(part) {
          const block = blocks.get(part.buffer)
          if (block === undefined) return
          block.released += part.length
          reuse(block)
        },
        end() {
          loans -= 1
          if (loans === 0) free.length = 0
        },
      }
    },
  }
}
