import type { Edit } from '../../../markup/index.ts'

/** Whether text inserted exactly at a position ends up before or after that position. */
type Side = 'before' | 'after'

type Move = { readonly from: number; readonly to: number; readonly grown: number }

/** Tracks how each change moves the positions in a text, and maps positions in an earlier text to the current one. */
export class Moves {
  readonly #changes: (readonly Move[])[] = []

  /** The number of changes so far, which serves as the time of a position. */
  get time(): number {
    return this.#changes.length
  }

  add(edits: readonly Edit[]): void {
    this.#changes.push(edits.map(({ from, to, insert }) => ({ from, to, grown: insert.length - (to - from) })))
  }

  /**
   * Returns the current offset of a position in an earlier text. A position inside replaced text moves to the end of
   * the replacement.
   */
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
