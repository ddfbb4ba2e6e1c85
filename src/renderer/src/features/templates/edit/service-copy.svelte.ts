import type { ReadTemplate } from '#shared/contract/templates.ts'
import { haveSameContent, isOwnUpdate } from '#shared/domain/templates/versions.ts'
import type { Host } from '../../../lib/host/host.ts'
import { followAccount } from '../../../lib/state/account-list.svelte.ts'
import { Loader } from '../../../lib/state/loader.svelte.ts'
import type { EditedDraft } from '../../editor/index.ts'

type Draft = Pick<EditedDraft, 'accountId' | 'template'>

export class ServiceCopy {
  readonly #draft: Draft
  readonly #host: Pick<Host, 'invoke' | 'subscribe' | 'onLink'>
  readonly #loader: Loader<ReadTemplate['template']>

  constructor(host: Pick<Host, 'invoke' | 'subscribe' | 'onLink'>, draft: Draft) {
    this.#host = host
    this.#draft = draft
    this.#loader = new Loader(() => this.#read())
  }

  /**
   * Reads the copy now, and again whenever it may have changed. If it can’t be read, a conflict is not detected until the
   * update. Returns a function that stops following.
   */
  follow(): () => void {
    if (!this.#draft.template?.id) return () => undefined
    void this.#loader.load()
    const followed = { accountId: this.#draft.accountId, events: ['templates.changed'] } as const
    return followAccount(this.#host, followed, () => void this.#loader.load())
  }

  load(): Promise<void> {
    return this.#loader.load()
  }

  /** Null if the copy can’t be read, is still the version being edited, or matches what this user has sent. */
  get other(): ReadTemplate['template'] {
    return this.#loader.value ?? null
  }

  async #read(): Promise<ReadTemplate['template']> {
    const { accountId, template } = this.#draft
    const of = { accountId, id: template?.id ?? '' }
    const { source, version, template: read } = await this.#host.invoke('templates.get', of)
    const base = template?.base ?? null
    if (source !== 'service' || version === null) return null
    if (base === null) return read
    if (haveSameContent(version, base)) return null
    const { versions } = await this.#host.invoke('templates.history', of)
    return versions.some((one) => one.id === version && isOwnUpdate(one, base)) ? null : read
  }
}
