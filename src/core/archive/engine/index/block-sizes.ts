import { blockSize } from './build-block.ts'

/** A block and the new rows next to it are always joined if together they have at most this many rows. */
const smallBlock = 512

/** Whether this many new rows next to a block are joined with it. If not, they become a separate block. */
export function joins(block: { live: number }, more: number): boolean {
  const size = block.live + more
  return size <= blockSize && (block.live <= more * 4 || size <= smallBlock)
}

/** Blocks of about the same size are in the same tier. */
export function tier({ live }: { live: number }): number {
  return Math.max(0, Math.floor(Math.log(live / smallBlock) / Math.log(4)))
}
