import { msPerMinute } from '#shared/domain/base/durations.ts'
import { Alarm } from '../base/alarm.ts'
import type { SandboxClock } from '../base/clock.ts'
import type { CallSubject, Store, StoredWebhook, StoredCall } from '../store/index.ts'
import type { DueCall, PlannedCall } from '../store/webhooks/planned-calls.ts'
import { errorOf, late, ReceiverConnections, type Received } from './call-receiver.ts'
import { encodePayload, payloadOf } from './payload.ts'
import { readReceiverUrl } from './receiver-url.ts'

/** How many calls to one webhook may run at the same time. A slow receiver thus can’t hold up other webhooks. */
const mostAtOnce = 32
/** A webhook is stopped after a call has failed this many times. */
const mostTries = 11
/** The pause after a call’s first failure, doubled after each further one. */
const firstPause = msPerMinute

type CallerNeeds = {
  store: Store
  clock: SandboxClock
  webhookHosts: readonly string[]
  onError: (error: unknown) => void
}

type Made = { planned: PlannedCall; calls: StoredCall[] }

/**
 * Makes the planned webhook calls as the clock passes them. A call stays stored until it has succeeded, so none is
 * lost when the sandbox ends; a call that was being made at that moment is made again.
 */
export class WebhookCaller {
  readonly #needs: CallerNeeds
  readonly #connections = new ReceiverConnections()
  readonly #stopListening: () => void
  #closing = new AbortController()
  readonly #running = new Set<Promise<void>>()
  /** For each webhook, the messages with a call that is being made or has not been recorded yet. */
  readonly #busy = new Map<string, Set<number>>()
  #made: Made[] = []
  #immediate: NodeJS.Immediate | undefined
  readonly #alarm: Alarm
  #isOpen = false
  #settled: (() => void)[] = []

  constructor(needs: CallerNeeds) {
    this.#needs = needs
    this.#alarm = new Alarm(needs.clock, () => this.wake())
    this.#stopListening = needs.clock.onChange(() => this.wake())
    needs.store.plannedCalls.onAdded = () => this.wake()
  }

  /** Starts with the calls left over from an earlier run. */
  open(): void {
    this.#isOpen = true
    this.wake()
  }

  /** Must be called when a call may be due earlier than previously planned. */
  wake(): void {
    if (!this.#isOpen) return
    this.#immediate ??= setImmediate(() => {
      this.#immediate = undefined
      this.#turn()
    })
  }

  /** Resolves once all calls that are due by the clock’s current time have been made. */
  settle(): Promise<void> {
    if (!this.#isOpen) return Promise.resolve()
    return new Promise((resolve) => {
      this.#settled.push(resolve)
      this.wake()
    })
  }

  /** Calls a webhook immediately and logs the call. Returns the log entry with its number. */
  async callNow(webhook: StoredWebhook, about: CallSubject): Promise<StoredCall & { n: number | null }> {
    const { signal } = this.#closing
    const call = await this.#call(webhook, about, this.#needs.clock.now())
    const n = signal.aborted ? undefined : this.#needs.store.webhooks.called(webhook.id, [call])
    return { ...call, n: n ?? null }
  }

  /** Calls the URL of a webhook that is about to be saved. */
  check(url: string, about: CallSubject): Promise<Received> {
    return this.#post(url, encodePayload(payloadOf(this.#needs.store, about), {}))
  }

  /**
   * Drops all calls that are in progress or have not been recorded yet, because they belong to content that has been
   * replaced.
   */
  reset(): void {
    this.#closing.abort()
    this.#closing = new AbortController()
    for (const { planned } of this.#made.splice(0)) this.#release(planned)
  }

  /** Aborts all calls in progress, which stay due. */
  async close(): Promise<void> {
    this.#isOpen = false
    this.#stopListening()
    clearImmediate(this.#immediate)
    this.#alarm.clear()
    this.#closing.abort()
    await Promise.all(this.#running)
    this.#tryTo(() => this.#record())
    this.#connections.close()
    for (const resolve of this.#settled.splice(0)) resolve()
  }

  #turn(): void {
    this.#tryTo(() => {
      this.#record()
      if (!this.#alarm.isPaused) this.#startDue()
      this.#sleep()
    })
    if (this.#running.size > 0 || this.#made.length > 0) return
    for (const resolve of this.#settled.splice(0)) resolve()
  }

  /** A full disk must not end the sandbox: the calls are retried after a minute. */
  #tryTo(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#pauseAfter(error)
    }
  }

  #pauseAfter(error: unknown): void {
    this.#needs.onError(error)
    this.#alarm.pause()
    if (this.#isOpen) this.#alarm.set(null)
  }

  #startDue(): void {
    const { store, clock } = this.#needs
    const now = clock.now()
    for (const webhook of store.webhooks.list()) {
      if (webhook.isStopped) continue
      const busy = this.#busy.get(webhook.id) ?? new Set<number>()
      if (busy.size >= mostAtOnce) continue
      for (const first of store.plannedCalls.due(webhook.id, now, mostAtOnce)) {
        if (busy.size >= mostAtOnce) break
        if (busy.has(first.message)) continue
        busy.add(first.message)
        const planned = webhook.fault === 'shuffled' ? store.plannedCalls.lastOf(first) : first
        this.#start(webhook, { ...planned, due: first.due })
      }
      if (busy.size > 0) this.#busy.set(webhook.id, busy)
    }
  }

  #start(webhook: StoredWebhook, planned: DueCall): void {
    const work = this.#make(webhook, planned).then(() => {
      this.#running.delete(work)
      this.wake()
    })
    this.#running.add(work)
  }

  async #make(webhook: StoredWebhook, planned: DueCall): Promise<void> {
    const { signal } = this.#closing
    const { n: _n, webhook: _webhook, due, ...about } = planned
    const time = this.#needs.clock.timeOf(due)
    const calls: StoredCall[] = []
    try {
      calls.push(await this.#call(webhook, about, time))
      if (webhook.fault === 'twice' && !signal.aborted) calls.push(await this.#call(webhook, about, time))
    } catch (error) {
      this.#pauseAfter(error)
    }
    if (signal.aborted || calls.length === 0) this.#release(planned)
    else this.#made.push({ planned, calls })
  }

  async #call(webhook: StoredWebhook, about: CallSubject, calledAt: number): Promise<StoredCall> {
    const payload = payloadOf(this.#needs.store, about)
    const { recipient, subject } = payload
    const error = errorOf(await this.#postWithFault(webhook, encodePayload(payload, webhook)))
    return { recipient, subject, event: about.event, eventDate: about.date, calledAt, error, about }
  }

  async #postWithFault({ url, fault }: StoredWebhook, body: string): Promise<Received> {
    if (fault === 'refused') return { status: null, problem: 'The fault prevented this call.' }
    const received = await this.#post(url, body, fault === 'slow')
    return fault === 'failed' ? { status: 500, problem: 'The fault made the response count as status 500.' } : received
  }

  /** Checks the host again, because the allowed hosts may have changed since the webhook was saved. */
  async #post(url: string, body: string, isSlow = false): Promise<Received> {
    const { signal } = this.#closing
    try {
      return await this.#connections.call(readReceiverUrl(url, this.#needs.webhookHosts), { body, isSlow, signal })
    } catch (error) {
      return { status: null, problem: error instanceof Error ? error.message : String(error) }
    }
  }

  /**
   * Records all calls that ended since the last turn in a single transaction: separate commits would take most of the
   * time.
   */
  #record(): void {
    const made = this.#made
    if (made.length === 0) return
    this.#made = []
    for (const { planned } of made) this.#release(planned)
    const { store, clock } = this.#needs
    store.transaction(() => {
      for (const [id, own] of Map.groupBy(made, ({ planned }) => planned.webhook)) {
        const calls = own.flatMap((one) => one.calls)
        // Undefined if the webhook was removed.
        if (store.webhooks.called(id, calls) === undefined) continue
        for (const one of own) this.#recordOne(one.planned, one.calls[0]!, clock.now())
      }
    })
  }

  /**
   * A retry is planned from the time of the call, so that it may fall within the same advance of the clock. If there
   * was no response, it is planned from now, because ten more such calls in a row would take minutes.
   */
  #recordOne(planned: PlannedCall, { error, calledAt }: StoredCall, now: number): void {
    const { webhooks, plannedCalls } = this.#needs.store
    if (error === null) return plannedCalls.done(planned, calledAt)
    const failedAt = error === late ? now : calledAt
    const tries = plannedCalls.failed(planned, (count) => failedAt + firstPause * 2 ** (count - 1))
    if (tries >= mostTries) webhooks.stop(planned.webhook)
  }

  #release({ webhook, message }: PlannedCall): void {
    const busy = this.#busy.get(webhook)
    busy?.delete(message)
    if (busy?.size === 0) this.#busy.delete(webhook)
  }

  #sleep(): void {
    const { store, clock } = this.#needs
    const now = clock.now()
    const dues = store.webhooks
      .list()
      .flatMap(({ id, isStopped }) => (isStopped ? [] : (store.plannedCalls.nextDue(id, now) ?? [])))
    this.#alarm.set(dues.length === 0 ? null : Math.min(...dues))
  }
}
