import type { ClockUnit, OutboxEntry, OutboxMessage, OutboxPage, Sandbox, WaitFor, WaitOptions } from '../index.d.ts'
import type { ForkOptions } from '../snapshots.d.ts'

export type Advance = {
  /** Moves the clock once if the message is still on its way. */
  advance?: ClockUnit | number | undefined
}

/** What `expect` offers for a message. States are looked up again, since a message goes on after it was found. */
export type MailMatchers = {
  /** Passes too if the reader has unsubscribed or complained since. */
  toBeDelivered(options?: Advance): Promise<void>
  toHaveBounced(options?: Advance & { kind?: 'hard' | 'soft' | 'any' }): Promise<void>
  /** Any one-time code, or this one. */
  toHaveCode(code?: string): void
  /** Any link, or one with this address: as in the message, or where a tracked link leads. */
  toHaveLink(link?: string | RegExp): void
}

/** A message with what its reader can do. */
export type ReadableMessage = OutboxMessage & {
  /**
   * Clicks the first link with this address, or the first of all. Resolves with where it leads, which isn’t fetched itself.
   */
  follow(link?: string | RegExp): Promise<string>
  /** Unsubscribes by the header or the link that the sandbox wrote. Resolves with the message afterwards. */
  unsubscribe(): Promise<ReadableMessage>
}

export type SandboxWithReader = Omit<Sandbox, 'outbox' | 'fork'> & {
  readonly outbox: Omit<Sandbox['outbox'], 'find' | 'waitFor'> & {
    list(page?: OutboxPage): Promise<OutboxEntry[]>
    find(id: string): Promise<ReadableMessage | undefined>
    waitFor(filter: WaitFor, options?: WaitOptions): Promise<ReadableMessage>
  }
  fork(options?: ForkOptions): Promise<SandboxWithReader>
}

/** The same sandbox, whose messages can be clicked and unsubscribed from, and are known to the matchers. */
export function withReader(sandbox: Sandbox): SandboxWithReader

type Result = { pass: boolean; message: () => string }
type Context = { isNot?: boolean }

/** For `expect.extend` of Vitest, Jest and Playwright. */
export const matchers: {
  toBeDelivered(this: Context, message: OutboxEntry, options?: Advance): Promise<Result>
  toHaveBounced(
    this: Context,
    message: OutboxEntry,
    options?: Advance & { kind?: 'hard' | 'soft' | 'any' },
  ): Promise<Result>
  toHaveCode(this: Context, message: OutboxMessage, code?: string): Result
  toHaveLink(this: Context, message: OutboxMessage, link?: string | RegExp): Result
}
