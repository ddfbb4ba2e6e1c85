import { AppError } from '#shared/contract/base/error.ts'
import { withImageMarks, withImages, type InlineImage, type MarkedImages } from './image-marks.ts'

type ImageBytes = { readonly contentType: string; readonly base64: string }

/** The inline images of a message. Each is loaded once, when a preview first shows it. */
export class InlineImages {
  /** The reasons why images can’t be shown, as sentences. */
  problems = $state.raw<readonly string[]>([])
  /** Data URIs by image key; an empty string for an image that can’t be shown. */
  #loaded = $state.raw<Readonly<Record<string, string>>>({})
  readonly #read: (image: InlineImage) => Promise<ImageBytes>
  #asked: readonly string[] = []

  constructor(read: (image: InlineImage) => Promise<ImageBytes>) {
    this.#read = read
  }

  /** Inserts markers for the images of a message, and loads those that are shown for the first time. */
  mark(html: string, images: readonly InlineImage[]): MarkedImages {
    const marked = withImageMarks(html, images)
    for (const image of marked.images) {
      if (this.#asked.includes(image.key)) continue
      this.#asked = [...this.#asked, image.key]
      void this.#load(image)
    }
    return marked
  }

  /**
   * Returns the final transformation of a document, applied after its links have been disabled: it replaces the markers
   * with the images loaded so far.
   */
  finish(marked: MarkedImages): (document: string) => string {
    const loaded = this.#loaded
    return (document) => withImages(document, marked, ({ key }) => loaded[key] ?? '')
  }

  async #load(image: InlineImage): Promise<void> {
    try {
      const { contentType, base64 } = await this.#read(image)
      this.#loaded = { ...this.#loaded, [image.key]: `data:${contentType};base64,${base64}` }
    } catch (thrown) {
      this.problems = [...this.problems, `${image.name}: ${AppError.from(thrown).message}`]
      this.#loaded = { ...this.#loaded, [image.key]: '' }
    }
  }
}
