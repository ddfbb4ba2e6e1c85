import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DraftContent, DraftPeople } from '#shared/contract/base/draft.ts'

export type WantedPeople = {
  readonly content: DraftContent
  readonly people: DraftPeople
  /** Recipient rows by lower-case address. */
  readonly rows: ReadonlyMap<string, readonly number[]>
}

/**
 * How long a turn usually lasts, in milliseconds: long enough to make progress, and short enough not to hold up other
 * calls.
 */
const usualSlice = 10

/** Yields to other work once the current turn has lasted long enough, and throws once the signal is aborted. */
export class Turns {
  readonly #signal: AbortSignal
  readonly #slice: number
  #end: number
  #steps = 0

  constructor(signal: AbortSignal, slice = usualSlice) {
    this.#signal = signal
    this.#slice = slice
    this.#end = performance.now() + slice
  }

  /**
   * Whether to await `pass`: a promise for each of a hundred thousand recipients would take longer than the work itself.
   */
  isOver(): boolean {
    return ++this.#steps % 64 === 0 && this.hasLasted()
  }

  /** Like `isOver`, for use after steps that take a few tenths of a millisecond. */
  hasLasted(): boolean {
    return performance.now() > this.#end
  }

  async pass(): Promise<void> {
    this.#signal.throwIfAborted()
    await nextTurn()
    this.#signal.throwIfAborted()
    this.#end = performance.now() + this.#slice
  }
}

export async function wantedPeople(content: DraftContent, people: DraftPeople, turns: Turns): Promise<WantedPeople> {
  const rows = new Map<string, number[]>()
  for (const [row, { address }] of people.rows.entries()) {
    const key = keyOf(address)
    const known = rows.get(key)
    if (known) known.push(row)
    else if (key !== '') rows.set(key, [row])
    if (turns.isOver()) await turns.pass()
  }
  return { content, people, rows }
}

export function keyOf(address: string): string {
  return address.trim().toLowerCase()
}
