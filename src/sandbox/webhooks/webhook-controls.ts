import type { SandboxClock } from '../base/clock.ts'
import type { Store, StoredWebhook, StoredCall } from '../store/index.ts'
import { payloadOf, type Payload } from './payload.ts'
import type { WebhookCaller } from './webhook-caller.ts'

type ControlledWebhook = Pick<StoredWebhook, 'id' | 'url' | 'description' | 'events' | 'success' | 'errors'> & {
  /** The number of calls that have not succeeded yet. */
  waiting: number
  stopped: boolean
  encoded: boolean
  fault: NonNullable<StoredWebhook['fault']> | null
}

type CallWithPayload = Omit<StoredCall, 'about'> & {
  /** Null if the sandbox was closed or reset, or the webhook was removed, before the call could be logged. */
  n: number | null
  /** Null for calls logged by a version that did not keep payloads. */
  payload: Payload | null
}

/** Lists the webhooks and their logged calls, changes how the webhooks behave, and repeats calls. */
export class WebhookControls {
  readonly #store: Store
  readonly #clock: SandboxClock
  readonly #caller: WebhookCaller

  constructor({ store, clock, webhookCaller }: { store: Store; clock: SandboxClock; webhookCaller: WebhookCaller }) {
    this.#store = store
    this.#clock = clock
    this.#caller = webhookCaller
  }

  list(): ControlledWebhook[] {
    return this.#store.webhooks.list().map((webhook) => this.#controlled(webhook))
  }

  /** `stopped: false` resumes the calls, as a change by the service’s operations does. */
  change(
    id: string,
    { encoded, fault, stopped }: { encoded?: boolean; fault?: StoredWebhook['fault']; stopped?: false },
  ): ControlledWebhook | undefined {
    if (stopped === false && this.#store.webhooks.get(id)?.isStopped) {
      this.#store.webhooks.update(id, {}, this.#clock.now())
      this.#caller.wake()
    }
    const change = {
      ...(encoded !== undefined && { isEncoded: encoded }),
      ...(fault !== undefined && { fault }),
    }
    const webhook = this.#store.webhooks.setManner(id, change)
    return webhook === null ? undefined : this.#controlled(webhook)
  }

  /** The logged calls, newest first; undefined if there is no such webhook. */
  calls(id: string, limit: number): CallWithPayload[] | undefined {
    if (this.#store.webhooks.get(id) === null) return undefined
    return this.#store.webhooks.newestCalls(id, limit).map(({ about, ...call }) => ({
      ...call,
      payload: about === undefined ? null : payloadOf(this.#store, about),
    }))
  }

  /** Makes a logged call again, with the same payload. */
  async replay(id: string, n: number): Promise<CallWithPayload | undefined> {
    const webhook = this.#store.webhooks.get(id)
    const about = this.#store.webhooks.call(id, n)?.about
    if (webhook === null || about === undefined) return undefined
    const payload = payloadOf(this.#store, about)
    const { about: _about, ...call } = await this.#caller.callNow(webhook, about)
    return { ...call, payload }
  }

  #controlled({ id, url, description, events, success, errors, ...rest }: StoredWebhook): ControlledWebhook {
    const { isStopped = false, isEncoded = false, fault = null } = rest
    const waiting = this.#store.plannedCalls.count(id)
    return { id, url, description, events, success, errors, waiting, stopped: isStopped, encoded: isEncoded, fault }
  }
}
