import { AppError } from '#shared/contract/base/error.ts'
import { withImageMarks, withImages, type InlineImage, type MarkedImages } from './image-marks.ts'

type ImageBytes = { readonly contentType: string; readonly base64: string }

/** The inline images of a message, each read once, when a preview first shows it. */
export class InlineImages {
  /** Why images can’t be shown, as sentences. */
  problems = $state.raw<readonly string[]>([])
  /** Data URIs by the key of the image; an empty text for an image that can’t be shown. */
  #loaded = $state.raw<Readonly<Record<string, string>>>({})
  readonly #read: (image: InlineImage) => Promise<ImageBytes>
  #asked: readonly string[] = []

  constructor(read: (image: InlineImage) => Promise<ImageBytes>) {
    this.#read = read
  }

  /** Marks the images of a message, and reads those that it shows for the first time. */
  mark(html: string, images: readonly InlineImage[]): MarkedImages {
    const marked = withImageMarks(html, images)
    for (const image of marked.images) {
      if (this.#asked.includes(image.key)) continue
      this.#asked = [...this.#asked, image.key]
      void this.#load(image)
    }
    return marked
  }

  /** The final change of a marked document, once its links no longer work. */
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
