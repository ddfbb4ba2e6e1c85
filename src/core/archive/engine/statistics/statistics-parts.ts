import { ZoneClock } from '#shared/domain/base/zone-clock.ts'
import type { ByteTable } from '../../../base/packs/byte-table.ts'
import type { Block } from '../store/block.ts'
import type { BlockReader } from '../search/block-reader.ts'
import { BlockCounter, kept, type BlockSums } from './block-sums.ts'
import { readTimes, type BlockTimes } from './block-times.ts'
import { emptyNames, readBlockValues, type BlockValues, type ValueSource } from './block-values.ts'

/** ADR 17 says what ten million messages take. */
const mostBytes = 96 * 1024 ** 2
/** The groups of the dashboard, and the metadata keys that were asked for last. */
const mostGroups = 8
/** Beyond it a group starts over, so that names that no message has any more do not add up. */
const mostNames = 200_000
const mostClocks = 4
const mostSumsPerRow = 4

/** The values of a group, numbered in the order in which they were met. */
export type GroupNames = { readonly id: number; readonly source: ValueSource; readonly names: ByteTable }

type Part = BlockValues | BlockTimes | BlockSums

/** Keeps what statistics make of the blocks: the values of their rows, and the sums of blocks that are counted whole. */
export class StatisticsParts {
  readonly counter = new BlockCounter()
  /** The least recently used comes first in each of these. */
  readonly #groups = new Map<string, GroupNames>()
  readonly #clocks = new Map<string, ZoneClock>()
  readonly #parts = new Map<string, { block: Block; part: Part; bytes: number }>()
  #bytes = 0
  #lastGroup = 0

  group(source: ValueSource): GroupNames {
    const known = this.#groups.get(source.head)
    const isKnown = known !== undefined && known.names.size <= mostNames
    const group = isKnown ? known : { id: ++this.#lastGroup, source, names: emptyNames() }
    use(this.#groups, source.head, group, mostGroups)
    return group
  }

  /** For a group that is not counted because nearly every message has another value. */
  dropGroup({ source }: GroupNames): void {
    this.#groups.delete(source.head)
  }

  clock(zone: string): ZoneClock {
    const clock = this.#clocks.get(zone) ?? new ZoneClock(zone)
    use(this.#clocks, zone, clock, mostClocks)
    return clock
  }

  values(reader: BlockReader, { id, source, names }: GroupNames): BlockValues {
    return this.#part(`values ${id}`, reader.block, () => readBlockValues(reader, source, names))
  }

  times(reader: BlockReader): BlockTimes {
    return this.#part('times', reader.block, () => readTimes(reader.column('row')))
  }

  /** The sums of all messages of a block, by the values of a group. */
  valueSums(block: Block, { id }: GroupNames, count: () => BlockSums): BlockSums {
    return this.#sums(`sums ${id}`, block, count)
  }

  timeSums(block: Block, count: () => BlockSums): BlockSums {
    return this.#sums('sums', block, count)
  }

  /** Drops the parts of blocks that were changed or removed. */
  keepOnly(blocks: readonly Block[]): void {
    const versions = new Map(blocks.map(({ id, version }) => [id, version]))
    for (const [key, { block }] of this.#parts) if (versions.get(block.id) !== block.version) this.#drop(key)
  }

  /** Sums that are larger than the rows are not kept: counting again is as fast as adding them. */
  #sums(name: string, block: Block, count: () => BlockSums): BlockSums {
    const key = keyOf(name, block)
    const known = this.#use<BlockSums>(key)
    if (known) return known
    const sums = count()
    return sums.counts.length > block.size * mostSumsPerRow ? sums : this.#keep(key, block, kept(sums))
  }

  #part<Kind extends Part>(name: string, block: Block, make: () => Kind): Kind {
    const key = keyOf(name, block)
    return this.#use<Kind>(key) ?? this.#keep(key, block, make())
  }

  #use<Kind extends Part>(key: string): Kind | undefined {
    const known = this.#parts.get(key)
    if (!known) return undefined
    this.#parts.delete(key)
    this.#parts.set(key, known)
    return known.part as Kind
  }

  #keep<Kind extends Part>(key: string, block: Block, part: Kind): Kind {
    const bytes = bytesOf(part)
    this.#bytes += bytes
    this.#parts.set(key, { block, part, bytes })
    for (const oldest of this.#parts.keys()) {
      if (this.#bytes <= mostBytes) break
      this.#drop(oldest)
    }
    return part
  }

  #drop(key: string): void {
    this.#bytes -= this.#parts.get(key)!.bytes
    this.#parts.delete(key)
  }
}

function keyOf(name: string, { id, version }: Block): string {
  return `${name} ${id}.${version}`
}

function bytesOf(part: Part): number {
  return Object.values(part).reduce((sum: number, array) => sum + (ArrayBuffer.isView(array) ? array.byteLength : 0), 0)
}

function use<Item>(items: Map<string, Item>, key: string, item: Item, most: number): void {
  items.delete(key)
  items.set(key, item)
  if (items.size > most) items.delete(items.keys().next().value!)
}
