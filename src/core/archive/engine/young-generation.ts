import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Bytes. Both halves: as large as the records on their way to a few parts. */
const enough = 8 * 1024 ** 2

let holders = 0
let isHeld = false

/**
 * While records are packed for the archive, in the thread they come through: V8 would let its young generation grow to
 * 100 MB, which makes no import faster. It reads this flag whenever it might grow, unlike those that set a size.
 */
export async function withSmallYoungGeneration<T>(work: () => Promise<T>): Promise<T> {
  holders++
  try {
    return await work()
  } finally {
    if (--holders === 0) hold(false)
  }
}

/** To be called now and then: stops the growth where it is enough. */
export function keepYoungGenerationSmall(): void {
  if (holders > 0 && !isHeld) hold(youngGeneration() >= enough)
}

function hold(isWanted: boolean): void {
  if (isWanted === isHeld) return
  isHeld = isWanted
  setFlagsFromString(`--semi-space-growth-factor=${isWanted ? 1 : 2}`)
}

function youngGeneration(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0
}
