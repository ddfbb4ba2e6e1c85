import { ZoneClock } from '#shared/domain/base/zone-clock.ts'
import type { ByteTable } from '../../../base/packs/byte-table.ts'
import type { Block } from '../store/block.ts'
import type { BlockReader } from '../search/block-reader.ts'
import { BlockCounter, kept, type BlockSums } from './block-sums.ts'
import { readTimes, type BlockTimes } from './block-times.ts'
import { emptyNames, readBlockValues, type BlockValues, type ValueSource } from './block-values.ts'
import { KeptParts } from './kept-parts.ts'

/** The memory limits, which have room for the groups of ten million messages with a few thousand domains (ADR 17). */
const mostRowBytes = 72 * 1024 ** 2
const mostSumBytes = 56 * 1024 ** 2
/** Sums with more counts per row than this are not kept: counting again is as fast as adding them up. */
const mostSumsPerRow = 4
/** The dashboard’s groups and the most recently requested metadata keys. */
const mostGroups = 8
/** A group with more names starts over, so that names no longer in any message do not accumulate. */
const mostNames = 200_000
const mostClocks = 4

/** A group’s values, numbered in order of first occurrence. */
export type GroupNames = { readonly id: number; readonly source: ValueSource; readonly names: ByteTable }

/**
 * Keeps what statistics derive from the blocks: the values and times of their rows, and the sums of blocks that are counted
 * as a whole.
 */
export class StatisticsParts {
  readonly counter = new BlockCounter()
  /** In both maps, the least recently used entry comes first. */
  readonly #groups = new Map<string, GroupNames>()
  readonly #clocks = new Map<string, ZoneClock>()
  readonly #values = new KeptParts<BlockValues>(mostRowBytes)
  readonly #times = new KeptParts<BlockTimes>(mostRowBytes / 8)
  readonly #sums = new KeptParts<BlockSums>(mostSumBytes)
  #lastGroup = 0

  beginQuestion(): void {
    for (const parts of this.#all) parts.beginQuestion()
  }

  group(source: ValueSource): GroupNames {
    const known = this.#groups.get(source.head)
    const isKnown = known !== undefined && known.names.size <= mostNames
    const group = isKnown ? known : { id: ++this.#lastGroup, source, names: emptyNames() }
    use(this.#groups, source.head, group, mostGroups)
    return group
  }

  /** Drops a group that can’t be counted because nearly every message has a different value. */
  dropGroup({ source }: GroupNames): void {
    this.#groups.delete(source.head)
  }

  clock(zone: string): ZoneClock {
    const clock = this.#clocks.get(zone) ?? new ZoneClock(zone)
    use(this.#clocks, zone, clock, mostClocks)
    return clock
  }

  values(reader: BlockReader, { id, source, names }: GroupNames): BlockValues {
    const known = this.#values.use(String(id), reader.block)
    if (known) return known
    const values = readBlockValues(reader, source, names)
    this.#values.keep(String(id), reader.block, values)
    return values
  }

  times(reader: BlockReader): BlockTimes {
    const known = this.#times.use('times', reader.block)
    if (known) return known
    const times = readTimes(reader.column('row'))
    this.#times.keep('times', reader.block, times)
    return times
  }

  /** The sums of all messages in a block for each value of a group. */
  valueSums(block: Block, { id }: GroupNames, count: () => BlockSums): BlockSums {
    return this.#sumsOf(String(id), block, count)
  }

  timeSums(block: Block, count: () => BlockSums): BlockSums {
    return this.#sumsOf('times', block, count)
  }

  keepOnly(blocks: readonly Block[]): void {
    for (const parts of this.#all) parts.keepOnly(blocks)
  }

  get #all() {
    return [this.#values, this.#times, this.#sums] as const
  }

  #sumsOf(name: string, block: Block, count: () => BlockSums): BlockSums {
    const known = this.#sums.use(name, block)
    if (known) return known
    const sums = count()
    if (sums.counts.length <= block.size * mostSumsPerRow) this.#sums.keep(name, block, kept(sums))
    return sums
  }
}

function use<Item>(items: Map<string, Item>, key: string, item: Item, most: number): void {
  items.delete(key)
  items.set(key, item)
  if (items.size > most) items.delete(items.keys().next().value!)
}
