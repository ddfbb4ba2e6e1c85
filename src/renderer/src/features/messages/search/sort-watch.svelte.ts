import type { Sort } from '#shared/domain/messages/search.ts'

/** Milliseconds before the page shows that it is sorting. */
const slowAfter = 300

export class SortWatch {
  /** The requested sort order, once sorting has become slow. */
  slow = $state.raw<Sort | null>(null)
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Returns whether the rows must be sorted, which may be slow. */
  begin(sort: Sort): boolean {
    clearTimeout(this.#timer)
    const isSorted = sort.field !== 'created'
    if (isSorted) this.#timer = setTimeout(() => (this.slow = sort), slowAfter)
    else this.slow = null
    return isSorted
  }

  end(): void {
    clearTimeout(this.#timer)
    this.slow = null
  }
}
