/** One drawn row: an element of the page, and the row it shows now. */
export type RowSlot = {
  key: number
  index: number
}

/**
 * Which element shows which row. Elements are kept and given other rows: making a screenful of them anew takes longer than a
 * frame, and a fling would do it in every frame. A row that stays in view stays in its element, and the elements stay in the
 * order of the rows, which is the order they are read aloud in.
 */
export class RowSlots {
  #size = 0
  #base = 0
  #first = 0
  #end = 0

  /** The rows from `first` to before `end`. */
  show(first: number, end: number): RowSlot[] {
    if (end - first > this.#size) this.#size = end - first
    // Nothing stays: the first element takes the first row, so that none has to move.
    else if (first >= this.#end || end <= this.#first) this.#base += first - this.#first
    this.#first = first
    this.#end = end
    return Array.from({ length: end - first }, (_none, place) => ({
      key: this.#keyOf(first + place),
      index: first + place,
    }))
  }

  #keyOf(index: number): number {
    const place = (index - this.#base) % this.#size
    return place < 0 ? place + this.#size : place
  }
}
