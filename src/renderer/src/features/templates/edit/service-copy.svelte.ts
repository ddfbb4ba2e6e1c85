import type { ReadTemplate } from '#shared/contract/templates.ts'
import type { Host } from '../../../lib/host/host.ts'
import { Loader } from '../../../lib/state/loader.svelte.ts'
import type { ComposeDraft } from '../../compose/draft/compose-draft.svelte.ts'

/** What the service has of the template that is being edited. */
export class ServiceCopy {
  readonly #draft: ComposeDraft
  readonly #host: Host
  readonly #loader: Loader<ReadTemplate>

  constructor(host: Host, draft: ComposeDraft) {
    this.#host = host
    this.#draft = draft
    const { accountId, template } = draft
    this.#loader = new Loader(() => host.invoke('templates.get', { accountId, id: template?.id ?? '' }))
  }

  /** Reads it now, and again when it may have changed. Where it cannot be read, an update finds out. Returns a function that ends this. */
  follow(): () => void {
    if (!this.#draft.template?.id) return () => undefined
    void this.#loader.load()
    return this.#host.subscribe(({ name, payload }) => {
      if (name === 'templates.changed' && payload.accountId === this.#draft.accountId) void this.#loader.load()
    })
  }

  load(): Promise<void> {
    return this.#loader.load()
  }

  /** Null where it cannot be read, or is still the version that is being edited. */
  get other(): ReadTemplate['template'] {
    const read = this.#loader.value
    if (read?.source !== 'service' || read.version === null || read.version === this.#draft.template?.base) return null
    return read.template
  }
}
