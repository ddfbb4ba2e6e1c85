import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Bytes. Both halves: as large as the rows of a few slices. */
const enough = 16 * 1_048_576

let holders = 0
let isHeld = false

/**
 * While rows become objects: left alone V8 lets the young generation grow to 128 MB, which makes the export no faster.
 * Its size on the command line would hold for everything, and sends and mail are the faster for a large one; for the
 * rows only, it is told not to grow further. V8 reads this flag whenever it might grow, unlike those that set a size.
 */
export async function* withSmallYoungGeneration<Batch>(batches: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  holders += 1
  try {
    for await (const batch of batches) {
      hold(youngGeneration() >= enough)
      yield batch
    }
  } finally {
    holders -= 1
    if (holders === 0) hold(false)
  }
}

function hold(isWanted: boolean): void {
  if (isWanted === isHeld) return
  isHeld = isWanted
  setFlagsFromString(`--semi-space-growth-factor=${isWanted ? 1 : 2}`)
}

function youngGeneration(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0
}
