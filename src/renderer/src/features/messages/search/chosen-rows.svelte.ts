import { Selection } from '../../../lib/ui/table/selection.ts'
import type { MessageRow } from './message-search.svelte.ts'

/** Which rows of a search are chosen, and which message is read. It moves with its messages when others come in above them. */
export class ChosenRows {
  selection = $state.raw(Selection.none)
  /** What the details show in place of the row of this selection: nothing, or the message that stood there and left. */
  #instead = $state.raw<{ readonly selection: Selection; readonly message: MessageRow | undefined }>()
  readonly #rowAt: (index: number) => MessageRow | undefined

  constructor(rowAt: (index: number) => MessageRow | undefined) {
    this.#rowAt = rowAt
  }

  /** The message whose details are open. */
  get inspected(): MessageRow | undefined {
    const instead = this.#insteadNow
    if (instead) return instead.message
    return this.selection.size > 0 ? this.#rowAt(this.selection.active) : undefined
  }

  /** The message that is read is not among the rows any more, and where it stood there is another one. */
  get isLeftOver(): boolean {
    return this.#insteadNow?.message !== undefined
  }

  get #insteadNow() {
    const [instead, selection] = [this.#instead, this.selection]
    if (!instead || instead.selection.active !== selection.active) return undefined
    // Ctrl+A is no choice of the row; a click on it is.
    return instead.selection === selection || selection.size !== 1 ? instead : undefined
  }

  clear(): void {
    this.selection = Selection.none
    this.#instead = undefined
  }

  /** The keyboard stays on the row, and its details are closed until another is chosen or this one again. */
  closeDetails(): void {
    this.#instead = { selection: this.selection, message: undefined }
  }

  /** With null for rows that are gone: then the keyboard stays where they were, and what was read stays open. */
  move(moved: Selection | null, end: number): void {
    const { selection, inspected } = this
    const instead = this.#insteadNow
    this.selection = moved ?? selection.clear().moveTo(Math.min(selection.active, end))
    if (moved === null) this.#instead = { selection: this.selection, message: inspected }
    else this.#instead = instead && { ...instead, selection: moved }
  }
}
