import type { Editable, MarkupElement } from '../../../markup/index.ts'
import type { Moves } from '../source/moves.ts'

/**
 * Returns an editable part with its current positions in the source. Everything else in it stays as it was when the
 * message was parsed.
 */
export function editableNow<Kind extends Editable>(editable: Kind, moves: Moves, time: number): Kind {
  if (moves.time === time) return editable
  const link = editable.link && elementNow(editable.link, moves, time)
  if (editable.kind === 'image') {
    const node = elementNow(editable.node, moves, time)
    return { ...editable, from: node.from, to: node.to, node, link }
  }
  // Text inserted directly at either end becomes part of the run.
  return {
    ...editable,
    from: moves.now(editable.from, time, 'after'),
    to: moves.now(editable.to, time, 'before'),
    link,
  }
}

function elementNow(element: MarkupElement, moves: Moves, time: number): MarkupElement {
  const before = (at: number) => (at < 0 ? at : moves.now(at, time, 'before'))
  const after = (at: number) => (at < 0 ? at : moves.now(at, time, 'after'))
  return {
    ...element,
    attributes: element.attributes.map((one) => ({ ...one, from: before(one.from), to: after(one.to) })),
    from: before(element.from),
    openEnd: after(element.openEnd),
    closeFrom: element.closeFrom === element.to ? after(element.to) : before(element.closeFrom),
    to: after(element.to),
  }
}
