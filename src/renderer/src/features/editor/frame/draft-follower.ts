import { onReturn } from '../../../lib/host/host-away.ts'
import type { Host } from '../../../lib/host/host.ts'
import type { EditedDraft } from '../document/edited-draft.svelte.ts'

/**
 * Keeps the draft on the screen in step with the disk. Another window may save the draft while it is being read, or
 * while this page can’t reach Mailroom.
 */
export class DraftFollower {
  readonly #host: Pick<Host, 'invoke' | 'subscribe' | 'onLink'>
  /** The newest revision of each draft saved so far. */
  readonly #saved = new Map<string, number>()
  #draft: EditedDraft | null = null

  constructor(host: Pick<Host, 'invoke' | 'subscribe' | 'onLink'>) {
    this.#host = host
  }

  show(draft: EditedDraft): void {
    this.#draft = draft
    void draft.follow(this.#saved.get(draft.id) ?? 0)
  }

  /** Returns a function that stops following. */
  follow(): () => void {
    const stopEvents = this.#host.subscribe(({ name, payload }) => {
      if (name !== 'drafts.saved') return
      this.#saved.set(payload.id, payload.revision)
      if (payload.id === this.#draft?.id) void this.#draft.follow(payload.revision)
    })
    // If the draft can’t be read, the next change reports that it is not saved.
    const stopReturns = onReturn(this.#host, () => void this.#catchUp().catch(() => undefined))
    return () => {
      stopEvents()
      stopReturns()
    }
  }

  /** Adopts the version on disk after events may have been missed. */
  async #catchUp(): Promise<void> {
    const draft = this.#draft
    if (!draft) return
    const { revision } = await this.#host.invoke('drafts.get', { id: draft.id })
    await draft.follow(revision)
  }
}
