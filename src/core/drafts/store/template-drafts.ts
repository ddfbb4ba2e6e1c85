import type { DraftContent } from '#shared/contract/base/draft.ts'
import type { ReadTemplate } from '#shared/contract/templates.ts'
import { emptyContent } from '#shared/domain/drafts/empty-content.ts'
import { Queue } from '../../base/queue.ts'
import type { DraftOnDisk } from './draft-on-disk.ts'
import type { DraftStore } from './draft-store.ts'
import { digestOf, isEdited, type StoredTemplate } from './template-origin.ts'

type Wanted = { readonly accountId: string; readonly id: string | null; readonly signal: AbortSignal }

type Options = {
  readonly drafts: DraftStore
  readonly read: (accountId: string, id: string, signal: AbortSignal) => Promise<ReadTemplate>
}

type Start = { readonly content: Partial<DraftContent>; readonly template: StoredTemplate }

/** Opens the one draft in which a template is edited. */
export class TemplateDrafts {
  readonly #options: Options
  /** If two windows open the same template, both get the same draft. */
  readonly #openings = new Queue()

  constructor(options: Options) {
    this.#options = options
  }

  async open({ accountId, id, signal }: Wanted): Promise<DraftOnDisk> {
    const { drafts, read } = this.#options
    const begun = await drafts.ofTemplate(accountId, id)
    // A draft with changes is returned even if the service is unavailable.
    if (begun && isEdited(begun.stored)) return begun
    const start = id === null ? startOfNew() : startOf(id, await read(accountId, id, signal))
    return this.#openings.add(() => this.#begin(accountId, start))
  }

  async #begin(accountId: string, { content, template }: Start): Promise<DraftOnDisk> {
    const { drafts } = this.#options
    const known = await drafts.ofTemplate(accountId, template.id)
    if (!known) return drafts.create(accountId, content, { template })
    if (isEdited(known.stored) || known.stored.template?.begunWith === template.begunWith) return known
    return (await drafts.save(known.stored.id, { content, template })).draft
  }
}

/** The text part stays unchanged: generating it from the HTML would be a change that the user did not ask for. */
function startOf(given: string, { source, template, version: base }: ReadTemplate): Start {
  if (!template) {
    return withDigest({ textMode: 'none' }, { id: given, base: null, name: '', description: '', source })
  }
  const { id, name, description, from, subject, html, text } = template
  const textMode = text === '' ? 'none' : 'written'
  return withDigest({ description, from, subject, html, text, textMode }, { id, base, name, description, source })
}

function startOfNew(): Start {
  return withDigest({}, { id: null, base: null, name: '', description: '', source: 'none' })
}

function withDigest(content: Partial<DraftContent>, origin: Omit<StoredTemplate, 'begunWith'>): Start {
  return { content, template: { ...origin, begunWith: digestOf({ ...emptyContent, ...content }) } }
}
