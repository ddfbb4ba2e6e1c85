import type { Edit } from '../../../markup/index.ts'

/** On which side of a place an insertion right at it stands. */
type Side = 'before' | 'after'

type Move = { readonly from: number; readonly to: number; readonly grown: number }

/** How the places of a text moved, change by change: what was found in an earlier text is found again in the present one. */
export class Moves {
  readonly #changes: (readonly Move[])[] = []

  /** The number of changes so far: the time of a place. */
  get time(): number {
    return this.#changes.length
  }

  add(edits: readonly Edit[]): void {
    this.#changes.push(edits.map(({ from, to, insert }) => ({ from, to, grown: insert.length - (to - from) })))
  }

  /** Where a place of an earlier text is now. A place inside of what was replaced moves to its end. */
  now(place: number, time: number, side: Side): number {
    let at = place
    for (let index = time; index < this.#changes.length; index++) {
      let shift = 0
      for (const { from, to, grown } of this.#changes[index]!) {
        if (from > at || (from === at && (to > at || side === 'after'))) break
        shift += to > at ? to - at + grown : grown
      }
      at += shift
    }
    return at
  }
}
