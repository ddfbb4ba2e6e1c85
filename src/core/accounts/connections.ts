import type { Account } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/base/error.ts'

type Connection = Pick<Account, 'connection' | 'connectionProblem'>

const unknown: Connection = { connection: 'unknown', connectionProblem: null }

/** The state of the connection to each account’s service, as of its last call. */
export class Connections {
  readonly #onChange: () => void
  readonly #connections = new Map<string, Connection>()

  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  of(id: string): Connection {
    return this.#connections.get(id) ?? unknown
  }

  set(id: string, now: Connection): void {
    const before = this.#connections.get(id)
    if (before?.connection === now.connection && before.connectionProblem === now.connectionProblem) return
    this.#connections.set(id, now)
    this.#onChange()
  }

  /** Makes the call. A failure changes the connection state and isn’t thrown. */
  async read(id: string, call: () => Promise<unknown>): Promise<void> {
    try {
      await call()
      this.#connections.set(id, { connection: 'online', connectionProblem: null })
    } catch (thrown) {
      const error = AppError.from(thrown)
      this.#connections.set(id, { connection: connectionOf(error), connectionProblem: error.message })
    }
    this.#onChange()
  }

  remove(id: string): void {
    this.#connections.delete(id)
  }
}

/** 401 and 403 mean that the service is there but rejects this key; a web page isn’t a service. */
function connectionOf({ code, details: { status } }: AppError): Account['connection'] {
  if (status === 401 || status === 403) return 'refused'
  if (typeof status === 'number' && code !== 'not-json') return 'online'
  // With these codes, the service was not called.
  return /^(?:key|keychain|proxy-password)-/.test(code) ? 'unknown' : 'offline'
}
