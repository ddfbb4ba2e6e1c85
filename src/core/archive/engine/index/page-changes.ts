import { pageOf, type PageChange } from './page.ts'

/** Collects the changes to a block’s dictionary and groups them by page. */
export class PageChanges {
  readonly #added = new Map<string, number[]>()
  readonly #removed = new Map<string, number[]>()

  add(term: string, row: number): void {
    push(this.#added, term, row)
  }

  remove(term: string, row: number): void {
    push(this.#removed, term, row)
  }

  get isEmpty(): boolean {
    return this.#added.size + this.#removed.size === 0
  }

  byPage(directory: readonly string[]): Map<number, PageChange> {
    const pages = new Map<number, PageChange>()
    for (const kind of ['added', 'removed'] as const) {
      for (const [term, rows] of kind === 'added' ? this.#added : this.#removed) {
        const page = pageOf(directory, term)
        let change = pages.get(page)
        if (!change) pages.set(page, (change = { added: new Map(), removed: new Map() }))
        change[kind].set(term, rows)
      }
    }
    return pages
  }
}

function push(map: Map<string, number[]>, term: string, row: number): void {
  const rows = map.get(term)
  if (rows) rows.push(row)
  else map.set(term, [row])
}
