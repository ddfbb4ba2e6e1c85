import { tick } from 'svelte'
import type { Router } from '../../lib/state/router.svelte.ts'

/** The row of a list page that is shown in the inspector. It is part of the address, so that links can point to it. */
export class ChosenRow<Row> {
  table = $state.raw<{ focus: () => void }>()
  add = $state.raw<HTMLButtonElement>()
  readonly id: string | null = $derived.by(() => this.#router.route.segments[1] ?? null)
  readonly row: Row | null = $derived.by(() => (this.id === null ? null : (this.#find(this.id) ?? null)))
  readonly #router: Router
  readonly #page: string
  readonly #find: (id: string) => Row | undefined

  constructor(router: Router, page: string, find: (id: string) => Row | undefined) {
    this.#router = router
    this.#page = page
    this.#find = find
  }

  choose = (id: string | null): void => this.#router.replace([this.#page, ...(id === null ? [] : [id])])

  close = (): void => {
    this.choose(null)
    this.table?.focus()
  }

  /**
   * Restores the focus after a dialog: to the table or, if no row is selected, to the button that adds a row. With
   * `isRemoved`, always focuses that button: the table shows the removed row until the list is reloaded, and disappears
   * if it was the last row.
   */
  async leaveDialog({ isRemoved = false } = {}): Promise<void> {
    await tick()
    if (isRemoved || this.row === null) this.add?.focus()
    else this.table?.focus()
  }
}
