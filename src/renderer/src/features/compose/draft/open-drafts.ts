import type { Draft } from '#shared/contract/compose.ts'
import type { Host } from '../../../lib/host/host.ts'
import { ComposeDraft } from './compose-draft.svelte.ts'

const rowsAtOnce = 1000

/**
 * The drafts that were opened in this page and are not saved yet. A draft that is left while the disk is full is the same
 * one, as typed, when the user comes back to it.
 */
export class OpenDrafts {
  readonly #unsaved = new Map<string, ComposeDraft>()

  async open(host: Host, id: string): Promise<ComposeDraft> {
    const known = this.#unsaved.get(id)
    if (known) return known
    return new ComposeDraft(host, await wholeDraft(host, id))
  }

  /** The view of a draft is left: what is not saved is saved now, or kept here. */
  async leave(draft: ComposeDraft): Promise<void> {
    draft.left()
    this.#unsaved.set(draft.id, draft)
    await draft.flush()
    this.#unsaved.delete(draft.id)
  }

  get count(): number {
    return this.#unsaved.size
  }
}

/** A long table is read in parts, because reading it at once would block the page. */
async function wholeDraft(host: Host, id: string): Promise<Draft> {
  const draft = await host.invoke('compose.draft', { id })
  const { columns, rows } = draft.people
  const all = [...rows]
  while (all.length < draft.recipients) {
    const more = await host.invoke('compose.people', { id, from: all.length, count: rowsAtOnce })
    if (more.length === 0) break
    for (const row of more) all.push(row)
  }
  return { ...draft, people: { columns, rows: all } }
}

const pages = new WeakMap<Host, OpenDrafts>()

/** The page has one. */
export function openDrafts(host: Host): OpenDrafts {
  const known = pages.get(host) ?? new OpenDrafts()
  pages.set(host, known)
  return known
}
