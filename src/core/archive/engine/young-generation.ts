import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** The size limit in bytes, for both halves: enough for the records of the few packs in progress. */
const enough = 8 * 1024 ** 2

let users = 0
let isLimited = false

/**
 * Limits V8’s young generation in this thread while records pass through the thread on their way to the archive. Without
 * a limit, the generation grows to 100 MB without making an import faster. V8 reads the growth factor each time before
 * growing, unlike the flags that set a size.
 */
export async function withSmallYoungGeneration<T>(work: () => Promise<T>): Promise<T> {
  users++
  try {
    return await work()
  } finally {
    if (--users === 0) limit(false)
  }
}

/** Must be called for each pack, to stop the growth once the size is sufficient. */
export function keepYoungGenerationSmall(): void {
  if (users > 0 && !isLimited) limit(youngGeneration() >= enough)
}

function limit(isWanted: boolean): void {
  if (isWanted === isLimited) return
  isLimited = isWanted
  setFlagsFromString(`--semi-space-growth-factor=${isWanted ? 1 : 2}`)
}

function youngGeneration(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0
}
