import type { StoredMessage } from '#shared/domain/messages/record.ts'
import type { GrowingSet } from '../../../base/packs/growing-set.ts'
import { writePack } from '../../../base/packs/pack.ts'
import { highHalf, lowHalf, positionOf } from '../index/columns.ts'
import { hashOf } from '../record/row-number.ts'
import type { Block } from '../store/block.ts'
import { addRecord } from '../store/stored-records.ts'
import { BlockReader } from './block-reader.ts'
import type { BlockSource } from './part-cache.ts'

/** The messages in these rows. Rows that no longer exist are left out. */
export function messagesAt({ database, blocks, cache }: BlockSource, rows: readonly number[]): StoredMessage[] {
  const found: StoredMessage[] = []
  let reader: BlockReader | null = null
  for (const row of rows) {
    if (!reader || row < reader.block.first || row > reader.block.last) {
      const block = blocks.find(({ first, last }) => first <= row && row <= last)
      if (!block) continue
      reader = new BlockReader(database, block, cache)
    }
    const at = positionOf(reader.column('row'), row)
    const message = reader.column('row')[at] === row ? reader.stored(at) : null
    if (message) found.push(message)
  }
  return found
}

/** A pack of the records in these rows, in order, without rows that no longer exist. `set` is a reusable buffer. */
export function packAt(
  { database, blocks, cache }: BlockSource,
  rows: Float64Array,
  set: GrowingSet,
): Uint8Array<ArrayBuffer> {
  set.clear()
  // Unless the order is chronological, adjacent rows are in different blocks, and each new reader would read the row
  // column again.
  const readers = new Map<Block, BlockReader>()
  let block: Block | undefined
  let positions: number[] = []
  const add = (): void => {
    if (block) readers.get(block)!.visit(positions, (_at, record) => addRecord(set, record))
    positions = []
  }
  for (const row of rows) {
    if (!block || row < block.first || row > block.last) {
      add()
      block = blocks.find(({ first, last }) => first <= row && row <= last)
      if (block && !readers.has(block)) readers.set(block, new BlockReader(database, block, cache))
    }
    if (!block) continue
    const column = readers.get(block)!.column('row')
    const at = positionOf(column, row)
    if (column[at] === row) positions.push(at)
  }
  add()
  return writePack(set)
}

/** The messages with this id, newest first: one per recipient. */
export function messagesById({ database, blocks, cache }: BlockSource, id: string): StoredMessage[] {
  const found: StoredMessage[] = []
  const hash = hashOf(id)
  for (const block of blocks.toReversed()) {
    const reader = new BlockReader(database, block, cache)
    const idLow = reader.column('idLow')
    for (let at = block.size - 1; at >= 0; at--) {
      if (idLow[at] !== lowHalf(hash) || reader.column('idHigh')[at] !== highHalf(hash)) continue
      const message = reader.stored(at)
      if (message?.id === id) found.push(message)
    }
  }
  return found
}
