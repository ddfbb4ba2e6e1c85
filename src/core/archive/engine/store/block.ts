/** A block of neighbouring rows. Its number is never reused, so anything read under it may be cached. */
export type Block = {
  id: number
  first: number
  last: number
  size: number
  /** The number of rows that haven’t been removed since the block was built. */
  live: number
  /** Increases with every change to the block. */
  version: number
}
