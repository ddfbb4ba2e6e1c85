/** A part of a message that its HTML shows by `cid:` and the content id. */
export type InlineImage = {
  /** Stands for its bytes, which never change. */
  readonly key: string
  readonly name: string
  readonly contentId: string
}

export type MarkedImages = {
  /** The HTML with a short mark in place of each content id that there is an image for. */
  readonly html: string
  /** The images that are shown, in the order of their marks. */
  readonly images: readonly InlineImage[]
}

/** Where a content id stands: in a quoted or bare attribute, or in `url(`. */
const reference = /(["'(=]\s{0,9})cid:([^"'()\s<>]{1,300})/gi

/**
 * An image of 15 MB would be parsed and copied several times on its way into the frame. A mark of a few letters goes in its
 * place, which looks like an image of the message itself, and the bytes come last.
 */
export function withImageMarks(html: string, images: readonly InlineImage[]): MarkedImages {
  const byId = new Map(images.map((image) => [image.contentId.toLowerCase(), image]))
  const shown: InlineImage[] = []
  const marked = html.replace(reference, (whole, before: string, id: string) => {
    const image = byId.get(decoded(id).toLowerCase())
    if (!image) return whole
    if (!shown.includes(image)) shown.push(image)
    return `${before}${markOf(shown.indexOf(image))}`
  })
  return { html: marked, images: shown }
}

/** Replaces the marks by what `uriOf` has for their image: an empty text shows none. */
export function withImages(document: string, { images }: MarkedImages, uriOf: (image: InlineImage) => string): string {
  // The last mark comes first, because mark 10 begins with mark 1.
  return images.reduceRight((text, image, at) => text.replaceAll(markOf(at), uriOf(image) || 'data:,'), document)
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
