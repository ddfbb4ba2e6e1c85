import type { EditedDraft } from '../../document/edited-draft.svelte.ts'

/**
 * The draft’s images as `data:` addresses, which a frame may show, by content id. Each image is loaded when it is first
 * requested.
 */
export class DraftImages {
  /** Counts the images that have been loaded. */
  known = $state.raw(0)
  readonly #draft: EditedDraft
  /** The loaded images by part id; the bytes of a part never change. */
  readonly #addresses: Record<string, string | undefined> = {}
  readonly #asked: Record<string, true> = {}

  constructor(draft: EditedDraft) {
    this.#draft = draft
  }

  addressOf(contentId: string): string | undefined {
    const wanted = decoded(contentId)
    const part = this.#draft.content.parts.find(({ kind, contentId: own }) => kind === 'image' && own === wanted)
    if (!part) return undefined
    const address = this.#addresses[part.id]
    if (address === undefined && !this.#asked[part.id]) void this.#read(part.id)
    return address
  }

  async #read(id: string): Promise<void> {
    this.#asked[id] = true
    try {
      const { contentType, base64 } = await this.#draft.host.invoke('drafts.image', { id: this.#draft.id, part: id })
      this.#addresses[id] = `data:${contentType};base64,${base64}`
      this.known++
    } catch {
      // A file that is too large or not an image is shown as its alternative text.
    }
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
