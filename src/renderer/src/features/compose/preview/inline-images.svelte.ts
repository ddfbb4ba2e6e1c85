import type { DraftPart } from '#shared/contract/base/draft.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { Host } from '../../../lib/host/host.ts'
import { withImageMarks, type MarkedImages } from './image-marks.ts'

/** The inline images of a draft, read when a preview shows them. A part's bytes never change, so each is read once. */
export class InlineImages {
  /** Data URIs by the id of the part; an empty text for one that cannot be shown. */
  loaded = $state.raw<Readonly<Record<string, string>>>({})
  /** Why images cannot be shown, as sentences. */
  problems = $state.raw<readonly string[]>([])
  readonly #host: Host
  readonly #draftId: string
  #asked: readonly string[] = []

  constructor(host: Host, draftId: string) {
    this.#host = host
    this.#draftId = draftId
  }

  /** Marks the images of a message, and reads those that it shows for the first time. */
  mark(html: string, parts: readonly DraftPart[]): MarkedImages {
    const marked = withImageMarks(html, parts)
    for (const part of marked.parts) {
      if (this.#asked.includes(part.id)) continue
      this.#asked = [...this.#asked, part.id]
      void this.#load(part)
    }
    return marked
  }

  async #load({ id, name }: DraftPart): Promise<void> {
    try {
      const { contentType, base64 } = await this.#host.invoke('compose.image', { id: this.#draftId, part: id })
      this.loaded = { ...this.loaded, [id]: `data:${contentType};base64,${base64}` }
    } catch (thrown) {
      this.problems = [...this.problems, `${name}: ${AppError.from(thrown).message}`]
      this.loaded = { ...this.loaded, [id]: '' }
    }
  }
}
