import { blockSize } from './build-block.ts'

/** Blocks below this are always joined with what comes next. */
const smallBlock = 512

/** Whether a block is written anew with so many rows beside it, or they become a block of their own. */
export function joins(block: { live: number }, more: number): boolean {
  const size = block.live + more
  return size <= blockSize && (block.live <= more * 4 || size <= smallBlock)
}

/** Blocks of about the same size have the same. */
export function tier({ live }: { live: number }): number {
  return Math.max(0, Math.floor(Math.log(live / smallBlock) / Math.log(4)))
}
