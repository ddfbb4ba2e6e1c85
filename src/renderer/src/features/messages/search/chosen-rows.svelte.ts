import { Selection } from '../../../lib/ui/table/selection.ts'
import type { MessageRow } from './message-row.ts'

/**
 * The selected rows of a search, and the message whose details are open. Both follow their messages when others arrive
 * above them.
 */
export class ChosenRows {
  selection = $state.raw(Selection.none)
  /**
   * Replaces the details of the active row as long as `selection` does not change: with none, or with those of a
   * message that has moved.
   */
  #instead = $state.raw<{ readonly selection: Selection; readonly message: MessageRow | undefined }>()
  readonly #rowAt: (index: number) => MessageRow | undefined

  constructor(rowAt: (index: number) => MessageRow | undefined) {
    this.#rowAt = rowAt
  }

  get inspected(): MessageRow | undefined {
    const instead = this.#insteadNow
    if (instead) return instead.message
    return this.selection.size > 0 ? this.#rowAt(this.selection.active) : undefined
  }

  /** Whether the open message is no longer among the rows and another has taken its place. */
  get isOpenMessageGone(): boolean {
    return this.#insteadNow?.message !== undefined
  }

  get #insteadNow() {
    const [instead, selection] = [this.#instead, this.selection]
    if (!instead || instead.selection.active !== selection.active) return undefined
    // If only this row is selected again, the user has clicked it, so its own details are shown. Selecting all rows
    // keeps the details closed or unchanged.
    return instead.selection === selection || selection.size !== 1 ? instead : undefined
  }

  clear(): void {
    this.selection = Selection.none
    this.#instead = undefined
  }

  /** Closes the details until a row is selected again, even if it is the same row. The keyboard focus stays on the row. */
  closeDetails(): void {
    this.#instead = { selection: this.selection, message: undefined }
  }

  /**
   * Called when the exact number of matches replaces an estimate, which moves no row. If all matches are selected, they
   * stay selected.
   */
  recount({ before, now }: { before: number; now: number }): void {
    const { selection } = this
    if (!selection.isAllOf(before)) return
    this.move(selection.all(now).moveTo(Math.min(selection.active, now - 1)), now - 1)
  }

  /**
   * `moved` is null if the rows were removed. The keyboard focus then keeps its position, and the open message stays open.
   */
  move(moved: Selection | null, end: number): void {
    const { selection, inspected } = this
    const instead = this.#insteadNow
    this.selection = moved ?? selection.clear().moveTo(Math.min(selection.active, end))
    if (moved === null) this.#instead = { selection: this.selection, message: inspected }
    else this.#instead = instead && { ...instead, selection: moved }
  }
}
