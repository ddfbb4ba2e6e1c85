import type { Block } from '../../store/block.ts'
import type { BlockReader } from '../block-reader.ts'
import { addressBytes, DomainNumbers, readBlockAddresses, type BlockAddresses } from './block-addresses.ts'

/** The memory limit in bytes, which has room for about two million messages, each to a different address. */
const mostBytes = 48 * 1024 ** 2

/**
 * Keeps the address lists of searched blocks in memory, up to a size limit, because the user usually types another
 * letter moments later.
 */
export class KeptAddresses {
  readonly domains = new DomainNumbers()
  /** Ordered with the least recently used list first. */
  readonly #lists = new Map<string, BlockAddresses>()
  #bytes = 0

  of(block: Block, reader: BlockReader): BlockAddresses {
    const key = versionKey(block)
    const known = this.#lists.get(key)
    if (known) {
      this.#lists.delete(key)
      this.#lists.set(key, known)
      return known
    }
    const list = readBlockAddresses(reader, this.domains)
    this.#lists.set(key, list)
    this.#bytes += addressBytes(list)
    this.#makeRoom()
    return list
  }

  /**
   * Whether a block may contain an address, spelled as in the index. Always true if the block’s list is not in memory.
   */
  mayContain(block: Block, address: Uint8Array): boolean {
    return this.#lists.get(versionKey(block))?.filter.mayContain(address) ?? true
  }

  keepOnly(keys: ReadonlySet<string>): void {
    for (const [key, list] of this.#lists) if (!keys.has(key)) this.#remove(key, list)
  }

  #makeRoom(): void {
    for (const [key, list] of this.#lists) {
      if (this.#bytes <= mostBytes || this.#lists.size === 1) return
      this.#remove(key, list)
    }
  }

  #remove(key: string, list: BlockAddresses): void {
    this.#lists.delete(key)
    this.#bytes -= addressBytes(list)
  }
}

/** A block that has changed has a different key. */
export function versionKey({ id, version }: Block): string {
  return `${id}.${version}`
}
