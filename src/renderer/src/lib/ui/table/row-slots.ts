/** A drawn row: its element’s key, and the row that the element currently shows. */
type RowSlot = {
  key: number
  index: number
}

/**
 * Maps rows to the elements that show them. Elements are reused for other rows: creating a screenful of them takes longer
 * than a frame, and a fling would do so in every frame. A row that stays in view keeps its element, and elements stay in
 * row order, the order in which screen readers read them.
 */
export class RowSlots {
  #size = 0
  #base = 0
  #first = 0
  #end = 0

  /** Slots for the rows from `first` up to but not including `end`. */
  show(first: number, end: number): RowSlot[] {
    if (end - first > this.#size) this.#size = end - first
    // None of the rows remain: the first element shows the first row, so that no element needs to move.
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
