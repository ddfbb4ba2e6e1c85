import { AppError } from '#shared/contract/base/error.ts'
import { webhookCallsPerPage } from '#shared/contract/base/webhooks/webhook-limits.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import type { NewWebhook, WebhookChange } from '#shared/domain/service/requests.ts'
import type { Accounts } from '../accounts/index.ts'
import { withheldCodes, type ServiceClient } from '../api/index.ts'
import type { Ground } from '../base/room.ts'
import { hasSucceeded } from './has-succeeded.ts'

type Needs = Pick<Ground, 'events'> & { readonly accounts: Accounts }
type Client = ServiceClient['webhooks']
type Named = { readonly id: string; readonly description: string }

/** The webhooks of the accounts, as their services store them. */
export class Webhooks {
  readonly #needs: Needs

  constructor(needs: Needs) {
    this.#needs = needs
  }

  async list(accountId: string, signal: AbortSignal): Promise<CommandOutput<'webhooks.list'>> {
    try {
      const { items, problems } = await this.#client(accountId).list({ signal, expected: withheldCodes })
      const webhooks = items.map(({ extra: _extra, events, ...webhook }) => ({ ...webhook, events: [...events] }))
      return { webhooks, unreadable: problems.length }
    } catch (thrown) {
      if (withheldCodes.includes(AppError.from(thrown).code)) return { webhooks: null, unreadable: 0 }
      throw thrown
    }
  }

  add(accountId: string, input: NewWebhook, signal: AbortSignal): Promise<void> {
    return this.#effect(accountId, (client) => client.add(input, { signal }))
  }

  change(accountId: string, id: string, change: WebhookChange, signal: AbortSignal): Promise<void> {
    return this.#effect(accountId, (client) => client.change(id, change, { signal }))
  }

  remove(accountId: string, webhook: Named, signal: AbortSignal): Promise<void> {
    return this.#effect(accountId, (client) => client.remove(webhook, { signal }))
  }

  test(accountId: string, webhook: Named, signal: AbortSignal): Promise<void> {
    return this.#effect(accountId, (client) => client.test(webhook, { signal }))
  }

  async calls(
    accountId: string,
    { id, page }: { id: string; page: number },
    signal: AbortSignal,
  ): Promise<CommandOutput<'webhooks.calls'>> {
    const query = { id, page, pageSize: webhookCallsPerPage, newestFirst: true }
    const { items, problems } = await this.#client(accountId).calls(query, { signal })
    const calls = items.map((call) => ({
      recipient: call.recipient,
      subject: call.subject,
      event: call.eventType,
      eventDate: call.eventDate,
      calledAt: call.statusDate,
      succeeded: hasSucceeded(call),
      error: call.descriptionError,
    }))
    return { calls, unreadable: problems.length }
  }

  #client(accountId: string): Client {
    return this.#needs.accounts.client(accountId).webhooks
  }

  /** Emits a change even if the effect failed: if only its response was lost, the effect may still have happened. */
  async #effect(accountId: string, work: (client: Client) => Promise<unknown>): Promise<void> {
    try {
      await work(this.#client(accountId))
    } finally {
      this.#needs.events.emit({ name: 'webhooks.changed', payload: { accountId } })
    }
  }
}
