import type { DraftPart } from '#shared/contract/base/draft.ts'

export type MarkedImages = {
  /** The HTML with a short mark in place of each content id that there is an image for. */
  readonly html: string
  /** The images that are shown, in the order of their marks. */
  readonly parts: readonly DraftPart[]
}

/** Where a content id stands: in a quoted or bare attribute, or in `url(`. */
const reference = /(["'(=]\s{0,9})cid:([^"'()\s<>]{1,300})/gi

/**
 * An image of 15 MB would be parsed and copied several times on its way into the frame. A mark of a few letters goes in its
 * place, which looks like an image of the message itself, and the bytes come last.
 */
export function withImageMarks(html: string, parts: readonly DraftPart[]): MarkedImages {
  const images = new Map(parts.flatMap((part) => (part.kind === 'image' ? [[part.contentId.toLowerCase(), part]] : [])))
  const shown: DraftPart[] = []
  const marked = html.replace(reference, (whole, before: string, id: string) => {
    const part = images.get(decoded(id).toLowerCase())
    if (!part) return whole
    if (!shown.includes(part)) shown.push(part)
    return `${before}${markOf(shown.indexOf(part))}`
  })
  return { html: marked, parts: shown }
}

/** Replaces the marks by what `uriOf` has for their part: an empty text shows no image. */
export function withImages(document: string, { parts }: MarkedImages, uriOf: (part: DraftPart) => string): string {
  // The last mark comes first, because mark 10 begins with mark 1.
  return parts.reduceRight((text, part, at) => text.replaceAll(markOf(at), uriOf(part) || 'data:,'), document)
}

function markOf(at: number): string {
  return `data:image/x-mailroom;at=${at},`
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
