import { createHash, randomBytes } from 'node:crypto'

const maxPendingTokens = 16

/**
 * Who may speak to this host: a one-time token from the link becomes a cookie that lives as long as the process.
 * Only digests are kept, so a lookup tells nothing about how much of a guess was right.
 */
export class Sessions {
  readonly cookieName: string
  readonly #pending = new Set<string>()
  readonly #open = new Set<string>()

  /** Cookies are shared by all ports of one address: without the port in the name two Mailrooms sign each other out. */
  constructor(port: number) {
    this.cookieName = `mailroom-${port}`
  }

  issueToken(): string {
    const token = randomBytes(24).toString('base64url')
    this.#pending.add(digest(token))
    for (const oldest of this.#pending) {
      if (this.#pending.size <= maxPendingTokens) break
      this.#pending.delete(oldest)
    }
    return token
  }

  /** The `Set-Cookie` value for a token that was never used, else null. */
  exchange(token: string): string | null {
    if (!this.#pending.delete(digest(token))) return null
    const session = randomBytes(32).toString('base64url')
    this.#open.add(digest(session))
    return `${this.cookieName}=${session}; Path=/; SameSite=Strict; HttpOnly`
  }

  admits(cookieHeader: string | undefined): boolean {
    for (const pair of (cookieHeader ?? '').split(';')) {
      const separator = pair.indexOf('=')
      if (separator < 0 || pair.slice(0, separator).trim() !== this.cookieName) continue
      if (this.#open.has(digest(pair.slice(separator + 1).trim()))) return true
    }
    return false
  }
}

export function sameSecret(given: string, expected: string): boolean {
  return digest(given) === digest(expected)
}

function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('base64')
}
