import { attributeOf } from '../markup/markup.ts'
import type { Edit } from '../source/edits.ts'
import { noDetails, type Details } from '../panels/details.ts'
import { attributeEdit } from './attribute-edits.ts'
import type { Place } from './places.ts'

export function detailsOf({ kind, node, link }: Place): Details {
  const href = link ? (attributeOf(link, 'href') ?? '') : null
  if (kind === 'text') return { ...noDetails, kind: 'link', href }
  return {
    ...noDetails,
    kind: 'image',
    href,
    src: attributeOf(node, 'src') ?? '',
    alt: attributeOf(node, 'alt') ?? '',
    width: attributeOf(node, 'width') ?? '',
  }
}

/** Only what differs from the source is written. An empty width is no width; an empty alternative text is one. */
export function placeEdits(source: string, { kind, node, link }: Place, details: Details): Edit[] {
  const edits: (Edit | null)[] = []
  if (link && details.href !== null) edits.push(attributeEdit(source, link, 'href', details.href))
  if (kind === 'image') {
    const before = detailsOf({ kind, node, link })
    const set = (name: 'src' | 'alt' | 'width', value: string | null) => {
      if (details[name] !== before[name]) edits.push(attributeEdit(source, node, name, value))
    }
    set('src', details.src)
    set('alt', details.alt)
    set('width', details.width.trim() === '' ? null : details.width.trim())
  }
  return merged(edits.filter((edit) => edit !== null))
}

/** Several missing attributes are put at one place. */
function merged(edits: readonly Edit[]): Edit[] {
  const sorted = edits.toSorted((one, other) => one.from - other.from)
  const result: Edit[] = []
  for (const edit of sorted) {
    const last = result.at(-1)
    if (last && last.from === edit.from && last.to === last.from && edit.to === edit.from)
      result[result.length - 1] = { from: last.from, to: last.to, insert: last.insert + edit.insert }
    else result.push(edit)
  }
  return result
}
