import type { Host, Link } from '../../../lib/host/host.ts'
import { ComposeDraft } from './compose-draft.svelte.ts'
import { wholeDraft } from './whole-draft.ts'

/**
 * The drafts that were opened in this page and are not saved yet. A draft that is left while the disk is full is the same
 * one, as typed, when the user comes back to it. What could not be saved while Mailroom was away is saved when it is back.
 */
export class OpenDrafts {
  readonly #unsaved = new Map<string, ComposeDraft>()
  /** The drafts that may still have something to save, with what ends their wait for Mailroom. */
  readonly #followed = new Map<ComposeDraft, () => void>()

  async open(host: Host, id: string): Promise<ComposeDraft> {
    const known = this.#unsaved.get(id)
    if (known) return known
    const draft = new ComposeDraft(host, await wholeDraft(host, id))
    const saveWhenBack = (link: Link) => {
      // A clash with another window waits for the user.
      if (link === 'up' && draft.isDirty && !draft.other) void draft.flush().catch(() => undefined)
    }
    this.#followed.set(draft, host.onLink(saveWhenBack))
    return draft
  }

  /** The view of a draft is left: what is not saved is saved now, or kept here. */
  async leave(draft: ComposeDraft): Promise<void> {
    draft.left()
    this.#unsaved.set(draft.id, draft)
    await draft.flush()
    this.#unsaved.delete(draft.id)
    this.#followed.get(draft)?.()
    this.#followed.delete(draft)
  }

  get count(): number {
    return this.#unsaved.size
  }
}

const pages = new WeakMap<Host, OpenDrafts>()

/** The page has one. */
export function openDrafts(host: Host): OpenDrafts {
  const known = pages.get(host) ?? new OpenDrafts()
  pages.set(host, known)
  return known
}
