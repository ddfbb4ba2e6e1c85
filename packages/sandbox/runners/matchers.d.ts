import type { ClockUnit, OutboxEntry, OutboxMessage, OutboxPage, Sandbox, WaitFor, WaitOptions } from '../index.d.ts'
import type { ForkOptions } from '../snapshots.d.ts'

export type Advance = {
  /** Advances the clock once if the message is still on its way. */
  advance?: ClockUnit | number | undefined
}

/**
 * The matchers of `expect` for a message. They look up the state again, because it may have changed since the message
 * was found.
 */
export type MailMatchers = {
  /** Also passes if the reader has unsubscribed or complained since. */
  toBeDelivered(options?: Advance): Promise<void>
  toHaveBounced(options?: Advance & { kind?: 'hard' | 'soft' | 'any' }): Promise<void>
  /** Passes for any one-time code or, if `code` is given, only for that one. */
  toHaveCode(code?: string): void
  /**
   * Passes for any link or, if `link` is given, only for one with that address. The address of a tracked link’s
   * destination counts as well.
   */
  toHaveLink(link?: string | RegExp): void
}

/** A message with the actions that its reader can take. */
export type ReadableMessage = OutboxMessage & {
  /**
   * Clicks the first link with this address, or the first link of the message. Resolves with the destination, which is
   * not requested.
   */
  follow(link?: string | RegExp): Promise<string>
  /** Unsubscribes by the header or link that the sandbox added. Resolves with the updated message. */
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

/** Returns the same sandbox, but its messages can be clicked, unsubscribed from and passed to the matchers. */
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
