import { attributeOf, type Edit, type Editable, type EditableImage } from '../../../markup/index.ts'
import { noDetails, type Details } from '../panels/details.ts'
import type { DraftPart } from '#shared/contract/base/draft.ts'
import { altOf } from '../source/image-markup.ts'
import { attributeEdit } from './attribute-edits.ts'
import { linkEdits, unlinkEdits } from './link-edits.ts'

export function detailsOf(editable: Editable): Details {
  const href = editable.link ? (attributeOf(editable.link, 'href') ?? '') : ''
  if (editable.kind === 'text') return { ...noDetails, kind: 'link', href }
  const { node } = editable
  return {
    ...noDetails,
    kind: 'image',
    href,
    src: attributeOf(node, 'src') ?? '',
    alt: attributeOf(node, 'alt') ?? '',
    width: attributeOf(node, 'width') ?? '',
  }
}

/** Changes only what differs from the source. An empty address removes the link, and an empty width counts as none. */
export function editableEdits(source: string, editable: Editable, details: Details): Edit[] {
  const { link } = editable
  const href = details.href?.trim() ?? ''
  const before = detailsOf(editable)
  const edits: (Edit | null)[] = []
  if (link && details.href !== before.href)
    edits.push(...(href === '' ? unlinkEdits(link) : [attributeEdit(source, link, 'href', href)]))
  if (editable.kind === 'image') {
    const set = (name: 'src' | 'alt' | 'width', value: string | null) => {
      if (details[name] !== before[name]) edits.push(attributeEdit(source, editable.node, name, value))
    }
    set('src', details.src)
    set('alt', details.alt)
    set('width', details.width.trim() === '' ? null : details.width.trim())
    if (!link && href !== '') edits.push(...linkEdits(editable, href))
  }
  return merged(edits.filter((edit) => edit !== null))
}

/** Replaces an image with another, keeping its width, alternative text and link. */
export function replacementEdits(source: string, { node }: EditableImage, image: DraftPart): Edit[] {
  const width = attributeOf(node, 'width')
  const isSized = width !== undefined && attributeOf(node, 'height') !== undefined
  const { width: wide, height: high } = image
  const height = Number(width) > 0 && wide && high ? String(Math.round((high * Number(width)) / wide)) : null
  const edits = [
    attributeEdit(source, node, 'src', `cid:${image.contentId}`),
    attributeOf(node, 'alt') ? null : attributeEdit(source, node, 'alt', altOf(image.name)),
    // Browsers would show an image from `srcset` instead of the new one.
    attributeEdit(source, node, 'srcset', null),
    isSized ? attributeEdit(source, node, 'height', height) : null,
  ]
  return merged(edits.filter((edit) => edit !== null))
}

/** Merges insertions at the same position, because several missing attributes are all inserted there. */
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
