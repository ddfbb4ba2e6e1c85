import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** The size of both semi-spaces together, in bytes. The rows of several slices fit in it. */
const enough = 16 * 1_048_576

let holders = 0
/**
 * The number of holders that are processing a message. While there are any, an export must not let the young generation
 * grow.
 */
let firmHolders = 0
let isHeld = false

/**
 * Keeps V8 from enlarging the young generation while rows become objects. It would grow to 128 MB without making an
 * export faster: an xls with a million records would take 330 MB instead of 230. A limit on the command line would slow
 * down sends and mail, which benefit from a large young generation. This flag can be changed at run time, unlike those
 * for sizes, because V8 reads it whenever the generation could grow.
 */
export async function* withSmallYoungGeneration<Batch>(batches: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  holders += 1
  try {
    for await (const batch of batches) {
      hold(firmHolders > 0 || youngGeneration() >= enough)
      yield batch
    }
  } finally {
    holders -= 1
    release()
  }
}

/**
 * Like `withSmallYoungGeneration`, for a message’s pieces. The hold begins immediately, because a large message is
 * processed within a single turn of the event loop.
 */
export function* keepingYoungGenerationSmall<Piece>(pieces: Iterable<Piece>): Generator<Piece, void, undefined> {
  firmHolders += 1
  hold(true)
  try {
    yield* pieces
  } finally {
    firmHolders -= 1
    release()
  }
}

export function keepYoungGenerationSmall<Result>(work: () => Result): Result {
  firmHolders += 1
  hold(true)
  try {
    return work()
  } finally {
    firmHolders -= 1
    release()
  }
}

function release(): void {
  if (holders + firmHolders === 0) hold(false)
}

function hold(wanted: boolean): void {
  if (wanted === isHeld) return
  isHeld = wanted
  setFlagsFromString(`--semi-space-growth-factor=${wanted ? 1 : 2}`)
}

function youngGeneration(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0
}
