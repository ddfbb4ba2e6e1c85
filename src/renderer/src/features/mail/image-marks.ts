/** A part of a message that its HTML references by `cid:` and content id. */
export type InlineImage = {
  /** Identifies the bytes, which never change. */
  readonly key: string
  readonly name: string
  readonly contentId: string
}

export type MarkedImages = {
  /** The HTML, with a short marker instead of each content id that has an image. */
  readonly html: string
  /** The images shown, in the order of their markers. */
  readonly images: readonly InlineImage[]
}

/** A content id in context: in a quoted or unquoted attribute, or in `url(`. */
const reference = /(["'(=]\s{0,9})cid:([^"'()\s<>]{1,300})/gi

/**
 * An image of 15 MB would be parsed and copied several times before it reaches the frame. Until the last step, the HTML
 * therefore contains a short marker that looks like an inline image.
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

/** Replaces each marker with the result of `uriOf` for its image. An empty string shows no image. */
export function withImages(document: string, { images }: MarkedImages, uriOf: (image: InlineImage) => string): string {
  // The last marker is replaced first, because marker 10 begins with marker 1.
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
