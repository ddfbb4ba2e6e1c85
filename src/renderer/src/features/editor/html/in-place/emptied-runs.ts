import type { Editable, EditableText, MarkupElement, MarkupNode, MarkupText } from '../../../markup/index.ts'
import type { Moves } from '../source/moves.ts'

/** Elements that never have content, so they can’t have been emptied. */
const voids = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))

/**
 * The runs of a message that were emptied during editing. They are remembered, so that the user can type in them again:
 * in the source, they look like the many cells that are intentionally empty.
 */
export class EmptiedRuns {
  readonly #moves: Moves
  #editables: readonly { at: number; time: number }[] = []

  constructor(moves: Moves) {
    this.#moves = moves
  }

  add(at: number): void {
    this.#editables = [...this.#editables, { at, time: this.#moves.time }]
  }

  /** Returns the editable parts of a newly parsed message together with its emptied runs, which are added to its nodes. */
  addTo(root: MarkupElement, editables: readonly Editable[]): Editable[] {
    const all = [...editables]
    const still = new Set<number>()
    for (const { at, time } of this.#editables) {
      const now = this.#moves.now(at, time, 'after')
      if (still.has(now) || editables.some(({ kind, from, to }) => kind === 'text' && from <= now && now <= to))
        continue
      still.add(now)
      all.push(emptyText(root, now))
    }
    this.#editables = [...still].map((at) => ({ at, time: this.#moves.time }))
    return still.size === 0 ? all : all.sort((one, other) => one.from - other.from)
  }
}

function emptyText(root: MarkupElement, at: number): EditableText {
  const { holder, link } = elementAt(root, at, null)
  const blank = holder.children.find(
    (child): child is MarkupText => child.kind === 'text' && child.from <= at && at <= child.to,
  )
  const node = blank ?? { kind: 'text', text: '', from: at, to: at }
  if (!blank) {
    const next = holder.children.findIndex(({ from }) => from >= at)
    // The worker created the tree for this caller alone, so it may be changed.
    const children = holder.children as MarkupNode[]
    children.splice(next < 0 ? children.length : next, 0, node)
  }
  return { kind: 'text', from: node.from, to: node.to, nodes: [node], link }
}

type Found = { readonly holder: MarkupElement; readonly link: MarkupElement | null }

/** Returns the innermost element whose content includes a position in the source, and the link around it. */
function elementAt(element: MarkupElement, at: number, link: MarkupElement | null): Found {
  for (const child of element.children) {
    if (child.kind !== 'element' || voids.has(child.name)) continue
    const isImplied = child.from < 0 && child.name !== 'head'
    if (isImplied || (child.from >= 0 && child.openEnd <= at && at <= child.closeFrom)) {
      const found = elementAt(child, at, child.name === 'a' ? child : link)
      if (!isImplied || found.holder !== child || child.name === 'body') return found
    }
  }
  return { holder: element, link }
}
