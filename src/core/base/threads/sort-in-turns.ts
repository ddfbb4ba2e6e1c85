import { setImmediate as nextTurn } from 'node:timers/promises'

/** How many entries are sorted or merged, in a few milliseconds, before other work gets its turn. */
const turn = 4096

/**
 * Sorts numbers with a comparison function without blocking the thread: first run by run, then by merging pairs of
 * runs.
 */
export async function sortInTurns(
  numbers: Uint32Array,
  compare: (one: number, other: number) => number,
): Promise<Uint32Array> {
  let from: Uint32Array = numbers.slice()
  for (let start = 0; start < from.length; start += turn) {
    from.subarray(start, start + turn).sort(compare)
    await nextTurn()
  }
  let to: Uint32Array = new Uint32Array(from.length)
  for (let length = turn; length < from.length; length *= 2) {
    for (let start = 0; start < from.length; start += length * 2) {
      const middle = Math.min(start + length, from.length)
      const end = Math.min(middle + length, from.length)
      await mergeRuns({ from, to, start, middle, end }, compare)
    }
    ;[from, to] = [to, from]
  }
  return from
}

type Runs = { from: Uint32Array; to: Uint32Array; start: number; middle: number; end: number }

async function mergeRuns(
  { from, to, start, middle, end }: Runs,
  compare: (one: number, other: number) => number,
): Promise<void> {
  let [left, right] = [start, middle]
  for (let at = start; at < end;) {
    for (const stop = Math.min(at + turn, end); at < stop; at++) {
      const takesLeft = left < middle && (right === end || compare(from[left]!, from[right]!) <= 0)
      to[at] = takesLeft ? from[left++]! : from[right++]!
    }
    await nextTurn()
  }
}

/** Each text’s rank in sorted order, ignoring case. Equal texts have the same rank. */
export async function textPlaces(texts: readonly string[]): Promise<Uint32Array> {
  const plain: string[] = []
  for (const text of texts) if (plain.push(text.toLowerCase()) % turn === 0) await nextTurn()
  const codes = Uint32Array.from(plain, (_text, code) => code)
  const order = await sortInTurns(codes, (one, other) => compareTexts(plain[one]!, plain[other]!))
  const places = new Uint32Array(plain.length)
  for (let at = 1; at < order.length; at++) {
    const [before, code] = [order[at - 1]!, order[at]!]
    places[code] = places[before]! + (plain[before] === plain[code] ? 0 : 1)
  }
  return places
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
