import type { Edit } from '../../../markup/index.ts'

/** The side of a place on which an insertion right at it ends up. */
type Side = 'before' | 'after'

type Move = { readonly from: number; readonly to: number; readonly grown: number }

/** How the places of a text moved, change by change: maps places in an earlier text to the present one. */
export class Moves {
  readonly #changes: (readonly Move[])[] = []

  /** The number of changes so far: the time of a place. */
  get time(): number {
    return this.#changes.length
  }

  add(edits: readonly Edit[]): void {
    this.#changes.push(edits.map(({ from, to, insert }) => ({ from, to, grown: insert.length - (to - from) })))
  }

  /** The current position of a place in an earlier text. A place inside replaced text moves to its end. */
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
