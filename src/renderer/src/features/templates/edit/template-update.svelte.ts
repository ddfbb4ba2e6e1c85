import { AppError } from '#shared/contract/base/error.ts'
import type { TemplateContent } from '#shared/contract/templates.ts'
import type { Host } from '../../../lib/host/host.ts'
import type { EditedDraft } from '../../editor/index.ts'
import { changedParts, templateContent } from '#shared/domain/templates/template-content.ts'

/** The template after an update. The id is null if the service returns none for a new template. */
export type SavedTemplate = { readonly id: string | null; readonly name: string }

/** The service’s content when the service refused an update. */
type Theirs = TemplateContent & { readonly version: string; readonly updatedAt: null }

export class TemplateUpdate {
  busy = $state(false)
  failure = $state.raw<AppError | null>(null)
  /** The content saved by someone else, if an update was refused because of it. */
  theirs = $state.raw<Theirs | null>(null)
  /**
   * Identifies the outcome of the last attempt. Repeating an update has no further effect, but repeating an addition
   * could add a second template.
   */
  id = $state(crypto.randomUUID())
  readonly #host: Pick<Host, 'invoke'>
  readonly #draft: EditedDraft

  constructor(host: Pick<Host, 'invoke'>, draft: EditedDraft) {
    this.#host = host
    this.#draft = draft
  }

  /** Whether the update was refused because the template had changed. */
  get isOvertaken(): boolean {
    return this.failure?.code === 'template-changed'
  }

  get isUnknown(): boolean {
    return this.failure?.code === 'outcome-unknown'
  }

  /**
   * Returns null on failure. The draft is removed once the service has its content. If others have changed the
   * template, only the content in `shown` is overwritten.
   */
  async save(shown: TemplateContent | null): Promise<SavedTemplate | null> {
    if (this.busy) return null
    this.busy = true
    this.id = crypto.randomUUID()
    this.failure = null
    try {
      await this.#draft.flush()
      const saved = await this.#send(shown)
      await this.removeDraft()
      return saved
    } catch (thrown) {
      this.failure = await this.#failureOf(AppError.from(thrown))
      return null
    } finally {
      this.busy = false
    }
  }

  /**
   * Removes the draft, whose content the service now has. If that fails, nothing is lost: when opened again, the draft
   * equals the template.
   */
  async removeDraft(): Promise<void> {
    await this.#host.invoke('drafts.remove', { id: this.#draft.id }).catch(() => undefined)
  }

  async #send(shown: TemplateContent | null): Promise<SavedTemplate> {
    const { accountId, template, content } = this.#draft
    const input = { accountId, effectId: this.id, ...templateContent(content) }
    if (!template || template.id === null) return this.#host.invoke('templates.create', input)
    const { id } = template
    const base = shown === null ? template.base : await this.#versionOf(shown, { id, base: template.base })
    const { name } = await this.#host.invoke('templates.update', { ...input, id, base })
    return { id, name }
  }

  /**
   * Returns the version id of the shown content, or `base` if the service returns no content. Throws if the service’s
   * content has changed since.
   */
  async #versionOf(shown: TemplateContent, { id, base }: { id: string; base: string | null }): Promise<string | null> {
    if (shown === this.theirs) return this.theirs.version
    const { template, version } = await this.#host.invoke('templates.get', { accountId: this.#draft.accountId, id })
    if (template === null || version === null) return base
    if (changedParts(shown, template).length === 0) return version
    const message =
      'The template was changed elsewhere again, so nothing was sent. Compare the two versions, then decide.'
    throw new AppError('template-changed', message, { details: { version } })
  }

  /** Reads the content that blocks an update, so that it can be shown. */
  async #failureOf(failure: AppError): Promise<AppError> {
    const { accountId, template } = this.#draft
    const version = failure.details['version']
    if (failure.code !== 'template-changed' || typeof version !== 'string' || !template?.id) return failure
    try {
      const content = await this.#host.invoke('templates.version', { accountId, id: template.id, version })
      this.theirs = { ...content, version, updatedAt: null }
      return failure
    } catch (thrown) {
      return AppError.from(thrown)
    }
  }
}
