import { AppError } from '#shared/contract/base/error.ts'
import type { Host } from '../../../lib/host/host.ts'
import type { ComposeDraft } from '../../compose/draft/compose-draft.svelte.ts'
import { templateContent } from './changed-parts.ts'

/** What an update made of a template; the id is null where the service returns none for a new one. */
export type SavedTemplate = { readonly id: string | null; readonly name: string }

/** A draft of a template on its way to the service. */
export class TemplateUpdate {
  busy = $state(false)
  failure = $state.raw<AppError | null>(null)
  /** Names the outcome of the last attempt. An update that is sent twice does what it does once. */
  id = $state(crypto.randomUUID())
  readonly #host: Pick<Host, 'invoke'>
  readonly #draft: ComposeDraft

  constructor(host: Pick<Host, 'invoke'>, draft: ComposeDraft) {
    this.#host = host
    this.#draft = draft
  }

  /** The service has another content by now than the one that was edited. */
  get isOvertaken(): boolean {
    return this.failure?.code === 'template-changed'
  }

  get isUnknown(): boolean {
    return this.failure?.code === 'outcome-unknown'
  }

  /** Null when it failed. The draft is removed when the service has it. */
  async save({ overwrite }: { readonly overwrite: boolean }): Promise<SavedTemplate | null> {
    if (this.busy) return null
    this.busy = true
    this.id = crypto.randomUUID()
    this.failure = null
    try {
      await this.#draft.flush()
      const saved = await this.#send(overwrite)
      await this.removeDraft()
      return saved
    } catch (thrown) {
      this.failure = AppError.from(thrown)
      return null
    } finally {
      this.busy = false
    }
  }

  /** What it holds is at the service. A draft that stays is no loss: it equals the template when it is opened again. */
  async removeDraft(): Promise<void> {
    await this.#host.invoke('compose.removeDraft', { id: this.#draft.id }).catch(() => undefined)
  }

  async #send(overwrite: boolean): Promise<SavedTemplate> {
    const { accountId, template, content } = this.#draft
    const input = { accountId, effectId: this.id, ...templateContent(content) }
    if (!template || template.id === null) return this.#host.invoke('templates.create', input)
    const { id, base } = template
    const { name } = await this.#host.invoke('templates.update', { ...input, id, base, overwrite })
    return { id, name }
  }
}
