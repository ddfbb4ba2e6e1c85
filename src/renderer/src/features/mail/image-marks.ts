/** A part of a message that its HTML shows by `cid:` and its content id. */
export type InlineImage = {
  /** Identifies the bytes, which never change. */
  readonly key: string
  readonly name: string
  readonly contentId: string
}

export type MarkedImages = {
  /** The HTML with a short mark instead of each content id that has an image. */
  readonly html: string
  /** The images that are shown, in the order of their marks. */
  readonly images: readonly InlineImage[]
}

/** A content id in context: in a quoted or bare attribute, or in `url(`. */
const reference = /(["'(=]\s{0,9})cid:([^"'()\s<>]{1,300})/gi

/**
 * An image of 15 MB would be parsed and copied several times on its way into the frame. A mark of a few letters, which
 * looks like an image of the message itself, is used instead, and the bytes are inserted last.
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

/** Replaces the marks with what `uriOf` returns for their image: an empty text shows none. */
export function withImages(document: string, { images }: MarkedImages, uriOf: (image: InlineImage) => string): string {
  // The last mark is replaced first, because mark 10 begins with mark 1.
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
