import type { ClockUnit } from '../base/clock.ts'
import type { Control } from '../control/control.ts'
import { toEntry } from '../control/outbox-reader.ts'
import type { OutboxEntry, OutboxMessage } from '../control/types.ts'
import { ServiceError } from '../http/service-error.ts'
import { shown } from '../readers/fields.ts'
import type { MessageRecord, Store } from '../store/index.ts'
import { rowOf } from '../store/messages/message-id.ts'
import { described, mismatch, searchWords, type OutboxFilter } from './outbox-filter.ts'
import { Waiter } from './waiter.ts'

export type OutboxPage = OutboxFilter & {
  /** Defaults to 50. */
  limit?: number | undefined
  /** The id of the last message on the previous page. */
  before?: string | undefined
  /** Search words, as in the app’s search field. */
  text?: string | undefined
}

export type WaitFor = OutboxFilter & {
  /** In milliseconds; defaults to 5 seconds. */
  timeout?: number | undefined
}

export type WaitOptions = {
  /** Moves the clock once if no message matches at first. */
  advance?: ClockUnit | number | undefined
  signal?: AbortSignal | undefined
}

const defaultLimit = 50
const defaultTimeout = 5000
export const longestWait = 120_000
/**
 * The maximum number of messages read from the store at a time. The first read returns a single message, because that
 * is often the one that the caller is waiting for.
 */
const perPage = 200
const growth = 8
/** The maximum number of messages that are composed in the search for a code. */
const mostComposed = 500
const mostNamed = 3

/** Lets tests list the sent messages that match a filter, or wait for one that does. */
export class Outbox {
  readonly #store: Store
  readonly #control: Control
  readonly #waiters = new Set<Waiter>()
  readonly #running = new Set<Promise<unknown>>()
  readonly #closing = new AbortController()

  constructor(store: Store, control: Control) {
    this.#store = store
    this.#control = control
    // A scenario or a restored snapshot replaces all messages, and the waiters have to search again.
    control.onChange((change) => {
      if (change === 'reset') for (const waiter of this.#waiters) waiter.startAgain()
    })
  }

  /** The number of callers that are currently waiting for a message. */
  get waiting(): number {
    return this.#waiters.size
  }

  /** Newest first. */
  async list({ limit = defaultLimit, ...filter }: OutboxPage = {}): Promise<OutboxEntry[]> {
    const found: OutboxEntry[] = []
    for await (const message of this.#matches(filter)) {
      found.push(toEntry(message))
      if (found.length >= limit) break
    }
    return found
  }

  message(id: string): Promise<OutboxMessage | undefined> {
    return this.#control.message(id)
  }

  /** Resolves with the newest matching message as soon as there is one. */
  async waitFor({ timeout = defaultTimeout, ...filter }: WaitFor, options: WaitOptions = {}): Promise<OutboxMessage> {
    const waiting = this.#wait(filter, timeout, options)
    this.#running.add(waiting)
    try {
      return await waiting
    } finally {
      this.#running.delete(waiting)
    }
  }

  /** Must be called after messages are on disk. Costs nothing while no caller is waiting. */
  accepted(ids: readonly string[]): void {
    if (this.#waiters.size === 0) return
    const records = this.#records(ids)
    for (const waiter of this.#waiters) waiter.offer(records)
  }

  /** Must be called after messages have changed. */
  changed(): void {
    for (const waiter of this.#waiters) {
      const ids = waiter.undecided
      if (ids.length > 0) waiter.offer(this.#records(ids))
    }
  }

  /** Ends all waits. Must be called before the store is closed. */
  async close(): Promise<void> {
    this.#closing.abort(new ServiceError(503, 'closed', 'The sandbox was closed while a caller waited for a message.'))
    await Promise.allSettled(this.#running)
  }

  async #wait(filter: OutboxFilter, timeout: number, { advance, signal }: WaitOptions): Promise<OutboxMessage> {
    const own = signal === undefined ? [this.#closing.signal] : [this.#closing.signal, signal]
    const waiter = new Waiter(filter, timeout, AbortSignal.any(own))
    this.#waiters.add(waiter)
    try {
      let found = await this.#search(filter, waiter)
      if (found === undefined && advance !== undefined)
        await Promise.race([this.#control.advance(advance), waiter.ended])
      while (found === undefined) {
        const next = await waiter.next()
        if (next === 'timeout') throw await this.#timedOut(filter, timeout)
        found = next === 'again' ? await this.#search(filter, waiter) : await this.#firstOf(next, filter)
      }
      return found
    } finally {
      this.#waiters.delete(waiter)
      waiter.close()
    }
  }

  /** Returns a matching message that arrives during the search at once, because it is newer than the searched ones. */
  async #search(filter: OutboxFilter, waiter: Waiter): Promise<OutboxMessage | undefined> {
    const stop = new AbortController()
    const newest = this.#newest(filter, waiter, AbortSignal.any([stop.signal, waiter.signal]))
    const isSearched = newest.then(() => true)
    try {
      while (!(await Promise.race([isSearched, waiter.arrival.then(() => false)]))) {
        const found = await this.#firstOf(waiter.take(), filter)
        if (found !== undefined) return found
      }
      const found = await newest
      waiter.signal.throwIfAborted()
      return found
    } finally {
      stop.abort()
      await newest.catch(() => undefined)
    }
  }

  async #newest(filter: OutboxFilter, waiter: Waiter, signal: AbortSignal): Promise<OutboxMessage | undefined> {
    // Ignores the state, because a message may reach it later.
    for await (const message of this.#matches({ ...filter, state: undefined }, signal)) {
      if (mismatch(message, filter) === undefined) return this.#control.message(message.id)
      waiter.keep(message.id)
    }
    return undefined
  }

  async #firstOf(ids: readonly string[], filter: OutboxFilter): Promise<OutboxMessage | undefined> {
    for (const id of ids) {
      const message = await this.#control.message(id)
      if (message !== undefined && mismatch(message, filter) === undefined && (!filter.code || hasCode(message))) {
        return message
      }
    }
    return undefined
  }

  /** Newest first. Stops early when the signal is aborted. */
  async *#matches(
    { before, text = '', ...filter }: Omit<OutboxPage, 'limit'>,
    signal?: AbortSignal,
  ): AsyncGenerator<MessageRecord> {
    const words = `${text} ${searchWords(filter)}`.trim()
    let composed = 0
    for (let last = before, limit = 1; ; limit = Math.min(limit * growth, perPage)) {
      const page = await this.#store.messages.search({ text: words, limit, before: last, signal })
      for (const record of page) {
        if (filter.after !== undefined && record.id <= filter.after) return
        if (mismatch(record, filter) !== undefined) continue
        if (!filter.code) yield record
        else if (++composed > mostComposed) return
        else if (hasCode(await this.#control.message(record.id))) yield record
      }
      if (page.length < limit || signal?.aborted === true) return
      last = page.at(-1)!.id
    }
  }

  /** Newest first. */
  #records(ids: readonly string[]): MessageRecord[] {
    return this.#store.messages.atRows(ids.map((id) => rowOf(id)!)).reverse()
  }

  async #timedOut(filter: OutboxFilter, timeout: number): Promise<ServiceError> {
    const asked = described(filter)
    const reasons: string[] = []
    for (const record of this.#store.messages.newest(mostNamed)) {
      const why = mismatch(record, filter)?.sentence ?? 'has no one-time code'
      reasons.push(`${shown(record.subject)} to ${record.email} ${why}`)
    }
    const others = reasons.length === 0 ? 'The outbox is empty.' : `The newest messages: ${reasons.join('; ')}.`
    const what = asked === '' ? 'No message' : `No message that matches ${asked}`
    return new ServiceError(408, 'timeout', `${what} arrived within ${timeout} ms. ${others}`)
  }
}

function hasCode(message: OutboxMessage | undefined): boolean {
  return message !== undefined && message.codes.length > 0
}
