import type { Sort } from '#shared/domain/messages/search.ts'

/** Milliseconds until the page shows that it is sorting. */
const slowAfter = 300

/** Watches for a sort that takes long. */
export class SortWatch {
  /** The requested sort, once it takes long. */
  slow = $state.raw<Sort | null>(null)
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Whether the rows must be sorted, which may take long. */
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
