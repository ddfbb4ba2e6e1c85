/** The sort columns of the last entry before a page. */
type Place = [date: number, email: string, list: string]

/**
 * Remembers where a list’s pages begin. Otherwise, a page far into a list of a million entries would cost as much as
 * all the pages before it. The beginnings must be cleared after every change to an entry.
 */
export class ListPages {
  readonly #most: number
  readonly #lists = new Map<string, Beginnings>()

  constructor(most: number) {
    this.#most = most
  }

  of(list: string): Beginnings {
    let found = this.#lists.get(list)
    if (!found) this.#lists.set(list, (found = new Beginnings(this.#most)))
    return found
  }

  clear(): void {
    this.#lists.clear()
  }
}

class Beginnings {
  readonly #most: number
  readonly #places = new Map<number, Place>()
  total: number | undefined

  constructor(most: number) {
    this.#most = most
  }

  note(offset: number, place: Place): void {
    this.#places.delete(offset)
    this.#places.set(offset, place)
    if (this.#places.size > this.#most) this.#places.delete(this.#places.keys().next().value!)
  }

  /** Returns the closest known page start at or before `offset`. */
  nearest(offset: number): { skip: number; after: Place | null } {
    let skip = 0
    for (const known of this.#places.keys()) if (known <= offset && known > skip) skip = known
    return { skip, after: this.#places.get(skip) ?? null }
  }
}
