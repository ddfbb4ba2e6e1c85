import type { MarkupElement } from './markup.ts'
import type { Editable } from './editables.ts'

type Range = { readonly from: number; readonly to: number }

/** The attributes of an image and a link that are shown and edited in the details. */
const imageDetails = ['src', 'alt', 'width']
const linkDetails = ['href']

/** Whether an editor that shows this part of the message also shows the given range of the source. */
export function isShownBy(editable: Editable, range: Range): boolean {
  if (editable.link && isDetail(editable.link, range, linkDetails)) return true
  return editable.kind === 'text' ? isWithin(range, editable) : isDetail(editable.node, range, imageDetails)
}

/**
 * Whether the range is the entire start tag, or lies within one of the named attributes. Other attributes are visible
 * only in the code.
 */
function isDetail({ from, openEnd, attributes }: MarkupElement, range: Range, names: readonly string[]): boolean {
  if (range.from === from && range.to === openEnd) return true
  return attributes.some((attribute) => names.includes(attribute.name) && isWithin(range, attribute))
}

function isWithin({ from, to }: Range, outer: Range): boolean {
  return outer.from >= 0 && from >= outer.from && to <= outer.to
}
