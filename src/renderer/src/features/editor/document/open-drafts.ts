import type { Host, Link } from '../../../lib/host/host.ts'
import type { EditedDraft } from './edited-draft.svelte.ts'

/** Notifies the user that a draft was left without being saved. Returns a function that withdraws the notice. */
type TellNotSaved = (thrown: unknown) => () => void

type ReadDraft = (host: Host, id: string) => Promise<EditedDraft>

/**
 * The drafts of this page that are open or not saved yet. A draft that is left while the disk is full keeps its text
 * until the user returns to it. Changes that could not be saved while Mailroom was unreachable are saved when the
 * connection is back.
 */
export class OpenDrafts {
  /** Drafts left unsaved, each with the function that withdraws its notice. */
  readonly #unsaved = new Map<string, { readonly draft: EditedDraft; readonly takeBack: () => void }>()
  /** Drafts that may still have unsaved changes, each with the function that stops following the connection. */
  readonly #followed = new Map<EditedDraft, () => void>()

  /** `read` is passed in, so that the shell need not load the code for drafts. */
  async open(host: Host, id: string, read: ReadDraft): Promise<EditedDraft> {
    const known = this.#unsaved.get(id)
    if (known) {
      this.#takeBack(id)
      return known.draft
    }
    const draft = await read(host, id)
    const saveWhenBack = (link: Link) => {
      // A clash with another window is left for the user to resolve.
      if (link === 'up' && draft.isDirty && !draft.other) void this.#save(draft).catch(() => undefined)
    }
    this.#followed.set(draft, host.onLink(saveWhenBack))
    return draft
  }

  /** Called when a draft’s view is left. Saves unsaved changes now, and keeps them here if that fails. */
  async leave(draft: EditedDraft, notSaved: TellNotSaved): Promise<void> {
    draft.left()
    this.#takeBack(draft.id)
    const left = { draft, takeBack: () => undefined }
    this.#unsaved.set(draft.id, left)
    try {
      await this.#save(draft)
    } catch (thrown) {
      // The draft may have been opened again, or left a second time.
      if (this.#unsaved.get(draft.id) === left) this.#unsaved.set(draft.id, { draft, takeBack: notSaved(thrown) })
    }
  }

  /** Rejects if anything could not be saved. */
  async saveAll(): Promise<void> {
    await Promise.all([...this.#followed.keys()].map((draft) => draft.flush()))
  }

  /**
   * Called when Mailroom is closing. Saves everything, including files that are still being added, and returns the number
   * of drafts that could not be saved.
   */
  async saveBeforeClosing(): Promise<number> {
    const saves = await Promise.allSettled([...this.#followed.keys()].map(saveWithFiles))
    return saves.filter(({ status }) => status === 'rejected').length
  }

  get count(): number {
    return this.#unsaved.size
  }

  async #save(draft: EditedDraft): Promise<void> {
    await saveWithFiles(draft)
    if (!this.#unsaved.has(draft.id)) return
    this.#takeBack(draft.id)
    this.#followed.get(draft)?.()
    this.#followed.delete(draft)
  }

  #takeBack(id: string): void {
    this.#unsaved.get(id)?.takeBack()
    this.#unsaved.delete(id)
  }
}

async function saveWithFiles(draft: EditedDraft): Promise<void> {
  await draft.flush()
  while (draft.files.adding > 0) {
    // The draft’s view says which files can’t be added.
    await draft.files.settled().catch(() => undefined)
    await draft.flush()
  }
}

const pages = new WeakMap<Host, OpenDrafts>()

/** Returns the page’s only instance. */
export function openDrafts(host: Host): OpenDrafts {
  const known = pages.get(host)
  if (known) return known
  const drafts = new OpenDrafts()
  pages.set(host, drafts)
  host.onClosing(() => drafts.saveBeforeClosing())
  return drafts
}
