import type { Moves } from '../source/moves.ts'
import type { Shown } from './mail-tree.ts'
import { editableNow } from './editable-now.ts'
import type { Editable } from '../../../markup/index.ts'

/** The editable parts of a message, and their current positions in the source. */
export class ShownMail {
  readonly all: readonly Shown[]
  readonly #moves: Moves
  readonly #byElement: ReadonlyMap<Element, Shown>

  constructor(moves: Moves, all: readonly Shown[]) {
    this.all = all
    this.#moves = moves
    this.#byElement = new Map(all.map((shown) => [shown.element, shown]))
  }

  /** Returns the part with its current position in the source. */
  editable(shown: Shown): Editable {
    return editableNow(shown.editable, this.#moves, shown.time)
  }

  /** Returns the part that contains a node of the frame; undefined if no part does. */
  around(target: EventTarget | null): Shown | undefined {
    const node = target as Node | null
    const element = node && 'closest' in node ? (node as Element) : node?.parentElement
    const holder = element?.closest('mailroom-run, [data-mailroom-place]')
    return holder ? this.#byElement.get(holder) : undefined
  }

  /** Returns the first part at or after a position in the source; if there is none, the last part. */
  from(at: number): Shown | undefined {
    return this.all.find((shown) => this.editable(shown).from >= at) ?? this.all.at(-1)
  }

  beside(shown: Shown | null, step: number): Shown | undefined {
    const index = shown ? this.all.indexOf(shown) + step : 0
    return this.all[Math.max(0, Math.min(index, this.all.length - 1))]
  }
}
