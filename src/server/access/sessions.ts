import { randomBytes } from 'node:crypto'
import type { Clock } from '#core/base/ports.ts'
import { digest } from './digest.ts'
import { OneUseTokens, type Issue } from './one-use-tokens.ts'

export type TokenOptions = Omit<Issue<null>, 'value'>

/**
 * Decides who may call this host. The one-time token of a link is exchanged for a key that lives as long as the process.
 * The page keeps the key in its session storage and sends it as a header. It is not a cookie: a browser sends cookies to
 * every port of 127.0.0.1, and a listener on any port may replace or delete them.
 */
export class Sessions {
  readonly #tokens: OneUseTokens<null>
  readonly #keys = new Set<string>()

  constructor(clock: Clock) {
    this.#tokens = new OneUseTokens(clock)
  }

  issueToken(options: TokenOptions): string {
    return this.#tokens.issue({ value: null, ...options })
  }

  /** Uses up a token. Null if there is none, or it was used already. */
  take(token: string): { giveBack(): void } | null {
    return this.#tokens.take(token) ?? null
  }

  /** Opens a session, and returns its key. */
  open(): string {
    const key = randomBytes(32).toString('base64url')
    this.#keys.add(digest(key))
    return key
  }

  /** Checks an `Authorization` header. */
  admits(authorization: string | undefined): boolean {
    const [scheme, key = '', ...rest] = (authorization ?? '').split(' ')
    return scheme === 'Bearer' && rest.length === 0 && this.#keys.has(digest(key))
  }

  close(): void {
    this.#tokens.close()
  }
}
