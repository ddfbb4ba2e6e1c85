import { randomBytes } from 'node:crypto'
import type { Clock } from '#core/base/ports.ts'
import { digest } from './digest.ts'

export type Issue<Value> = {
  value: Value
  lifeMilliseconds: number
  /** Called once, when the token is used or expires. */
  onEnd?: (end: 'used' | 'expired') => void
}

type Pending<Value> = Issue<Value> & { alarm: { cancel(): void } }

/** More than any user has pending. A program that requests more loses its oldest tokens. */
const maxPending = 64

/**
 * Tokens that can be used once and expire. Only their digests are kept, so that a lookup does not reveal how much of a
 * guess was right.
 */
export class OneUseTokens<Value> {
  readonly #clock: Clock
  readonly #pending = new Map<string, Pending<Value>>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  issue(issue: Issue<Value>): string {
    const token = randomBytes(24).toString('base64url')
    this.#add(digest(token), issue)
    for (const oldest of this.#pending.keys()) {
      if (this.#pending.size <= maxPending) break
      this.#end(oldest, 'expired')
    }
    return token
  }

  /** Returns a token’s value without using up the token. */
  find(token: string): Value | undefined {
    return this.#pending.get(digest(token))?.value
  }

  /** Consumes the token. `giveBack` makes it valid again for its full time, for a use that didn’t succeed. */
  take(token: string): { value: Value; giveBack(): void } | undefined {
    const key = digest(token)
    const pending = this.#pending.get(key)
    if (!pending) return undefined
    this.#end(key, 'used')
    return { value: pending.value, giveBack: () => this.#add(key, pending) }
  }

  /** Removes all tokens. `onEnd` is not called for them. */
  close(): void {
    for (const { alarm } of this.#pending.values()) alarm.cancel()
    this.#pending.clear()
  }

  #add(key: string, issue: Issue<Value>): void {
    const alarm = this.#clock.after(issue.lifeMilliseconds, () => this.#end(key, 'expired'))
    this.#pending.set(key, { ...issue, alarm })
  }

  #end(key: string, end: 'used' | 'expired'): void {
    const pending = this.#pending.get(key)
    this.#pending.delete(key)
    pending?.alarm.cancel()
    pending?.onEnd?.(end)
  }
}
