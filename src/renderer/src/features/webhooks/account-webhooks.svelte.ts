import { AppError } from '#shared/contract/base/error.ts'
import type { Webhook, WebhookCall } from '#shared/contract/webhooks.ts'
import { AccountList } from '../../lib/state/account-list.svelte.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'
import { nameOfWebhook } from '#shared/domain/webhooks/webhook-words.ts'

export class AccountWebhooks extends AccountList<'webhooks.list'> {
  readonly rows: readonly Webhook[] = $derived(this.loader.value?.webhooks ?? [])

  constructor(app: AppState, accountId: string) {
    super(app, accountId, { command: 'webhooks.list', events: ['webhooks.changed'] })
  }

  remove(webhook: Webhook): Promise<void> {
    return this.app.host.invoke('webhooks.remove', this.#named(webhook))
  }

  test(webhook: Webhook): Promise<void> {
    return this.app.host.invoke('webhooks.test', this.#named(webhook))
  }

  /** The title of an unknown outcome contains this name, so it must also identify a webhook without a description. */
  #named(webhook: Webhook) {
    return { accountId: this.accountId, webhookId: webhook.id, description: nameOfWebhook(webhook) }
  }
}

/** A webhook’s log, loaded page by page while scrolling. */
export class WebhookLog {
  rows = $state.raw<readonly WebhookCall[]>([])
  unreadable = $state(0)
  error = $state.raw<AppError>()
  busy = $state(false)
  /** Whether the service has responded at least once. */
  isLoaded = $state(false)
  readonly #load: (page: number) => Promise<{ calls: WebhookCall[]; unreadable: number }>
  #pages = 0
  #isComplete = false
  #turn = 0

  constructor(app: AppState, accountId: string, webhookId: string) {
    this.#load = (page) => app.host.invoke('webhooks.calls', { accountId, webhookId, page })
  }

  reload = (): void => {
    this.#turn += 1
    this.#pages = 0
    this.#isComplete = false
    this.busy = false
    void this.more()
  }

  /** The service reports no total, so only an empty page indicates the end. */
  more = async (): Promise<void> => {
    if (this.busy || this.#isComplete) return
    const turn = this.#turn
    this.busy = true
    try {
      const { calls, unreadable } = await this.#load(this.#pages + 1)
      if (turn !== this.#turn) return
      this.#isComplete = calls.length + unreadable === 0
      this.rows = this.#pages === 0 ? calls : [...this.rows, ...calls]
      this.unreadable = this.#pages === 0 ? unreadable : this.unreadable + unreadable
      this.#pages += 1
      this.error = undefined
      this.isLoaded = true
    } catch (thrown) {
      if (turn === this.#turn) this.error = AppError.from(thrown)
    } finally {
      if (turn === this.#turn) this.busy = false
    }
  }
}
