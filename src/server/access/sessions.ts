import { randomBytes } from 'node:crypto'
import type { Clock } from '#core/base/ports.ts'
import { digest } from './digest.ts'
import { OneUseTokens, type Issue } from './one-use-tokens.ts'

export type TokenOptions = Omit<Issue<null>, 'value'>

/**
 * Decides who may call this host. A link’s one-time token is exchanged for a key that is valid until the process ends.
 * The page keeps the key in its session storage and sends it as a header. A cookie would not be safe: a browser sends
 * cookies to every port of 127.0.0.1, and a listener on any port can replace or delete them.
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

  /** Consumes a token. Returns null if it is unknown or already used. */
  take(token: string): { giveBack(): void } | null {
    return this.#tokens.take(token) ?? null
  }

  open(): string {
    const key = randomBytes(32).toString('base64url')
    this.#keys.add(digest(key))
    return key
  }

  admits(authorization: string | undefined): boolean {
    const [scheme, key = '', ...rest] = (authorization ?? '').split(' ')
    return scheme === 'Bearer' && rest.length === 0 && this.#keys.has(digest(key))
  }

  close(): void {
    this.#tokens.close()
  }
}
