import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Bytes for both semi-spaces: enough room for the rows of several slices. */
const enough = 16 * 1_048_576

let holders = 0
/**
 * The number of holders that are processing a message. While there are any, an export must not let the young generation
 * grow.
 */
let firmHolders = 0
let isHeld = false

/**
 * Stops V8 from enlarging the young generation while rows become objects. The young generation would grow to 128 MB without
 * speeding up the export: an xls with a million records then takes 330 MB instead of 230. A size on the command line would
 * also apply to sends and mail, which are faster with a large young generation. V8 reads this flag whenever the generation
 * could grow, unlike the size flags.
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
