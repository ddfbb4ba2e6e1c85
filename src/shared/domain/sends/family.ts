import type { SendBatch, SendSummary } from '../../contract/base/sends.ts'
import { hasEnded } from './send-states.ts'

/** Runs of row numbers, each given as its first number and its length. */
export type Ranges = readonly (readonly [first: number, length: number])[]

/**
 * A send and its rests are a family. All of them refer to recipients by their rows in the first send, so that a recipient’s
 * outcome is known regardless of the send that last included them.
 */
export type Member = {
  readonly state: SendSummary['state']
  readonly createdAt: number
  /** The rows of the first send that are this send’s recipients, in its order. Null for the first send itself. */
  readonly rows: Ranges | null
  readonly batches: readonly Pick<SendBatch, 'first' | 'recipients' | 'state'>[]
}

/** `open`: the call is being sent, or will be. `waiting`: the call was never sent and never will be. */
export type Reach = 'open' | Exclude<SendBatch['state'], 'sending'>

/**
 * Returns, for each row of the first send, the outcome in the last send that included the row. Rows that no send
 * included have no entry.
 */
export function reachOf(members: readonly Member[], reached: Ranges): Map<number, Reach> {
  const reach = new Map<number, Reach>()
  for (const member of members.toSorted((one, other) => one.createdAt - other.createdAt)) {
    const rows = member.rows === null ? null : [...rowsIn(member.rows)]
    const isOver = hasEnded(member)
    for (const { first, recipients, state } of member.batches) {
      const result = state === 'sending' || (state === 'waiting' && !isOver) ? 'open' : state
      for (let row = first; row < first + recipients; row++) reach.set(rows === null ? row : rows[row]!, result)
    }
  }
  // The rows in `reached` were sent by rests that have been removed from the history.
  for (const row of rowsIn(reached)) reach.set(row, 'sent')
  return reach
}

export function* rowsIn(ranges: Ranges): Generator<number> {
  for (const [first, length] of ranges) for (let row = first; row < first + length; row++) yield row
}

/** Returns row numbers in order, in as few runs as possible. */
export function rangesOf(rows: Iterable<number>): Ranges {
  const ranges: [number, number][] = []
  for (const row of rows) {
    const last = ranges.at(-1)
    if (last && last[0] + last[1] === row) last[1] += 1
    else ranges.push([row, 1])
  }
  return ranges
}
