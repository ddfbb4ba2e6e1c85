import { newestFirst, type Sort } from '#shared/domain/messages/search.ts'

/** How long sorting takes, in milliseconds, before the page shows that it is sorting. */
const slowAfter = 300

export class SortWatch {
  /** The requested sort order, once sorting has become slow. */
  slow = $state.raw<Sort | null>(null)
  /** The sort order of the rows on the screen. */
  shown = newestFirst
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Returns whether the rows must be sorted, which may be slow. */
  begin(sort: Sort): boolean {
    clearTimeout(this.#timer)
    const isSorted = sort.field !== 'created'
    if (isSorted) this.#timer = setTimeout(() => (this.slow = sort), slowAfter)
    else this.slow = null
    return isSorted
  }

  /** The sort order to restore when the requested one is cancelled. */
  before(asked: Sort): Sort {
    return this.shown.field === asked.field ? newestFirst : this.shown
  }

  end(): void {
    clearTimeout(this.#timer)
    this.slow = null
  }
}
