import type { ServerDatabase } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'

/**
 * How often Mailroom polls for changes, because notifications may not arrive, for example behind a connection pooler or
 * on a replica.
 */
const askedEachMilliseconds = 4000

/**
 * `lease`: the Mailroom that was syncing has stopped. `records`: any other change. Both are also reported when the
 * server can be reached again, because changes may have been missed.
 */
export type ArchiveChange = 'records' | 'lease'

export const leaseIsFree = 'lease' satisfies ArchiveChange

/** Reports changes made by other programs, either from notifications or by polling the number of changes. */
export class ChangeListener {
  readonly #database: ServerDatabase
  /** Changes that arrived while no caller was waiting. */
  readonly #happened = new Set<ArchiveChange>()
  #wake: (() => void) | null = null
  #timer: NodeJS.Timeout | null = null
  #isStopped = false
  #last: number | null = null
  #isAway = false
  #isAsking = false
  #hasListened = false

  constructor(database: ServerDatabase) {
    this.#database = database
  }

  /** Resolves with the next changes, or immediately with changes since the previous call. */
  async next(): Promise<ArchiveChange[]> {
    if (this.#timer === null && !this.#isStopped) {
      this.#timer = setInterval(() => void this.#ask(), askedEachMilliseconds)
      await this.#ask()
    }
    if (this.#happened.size === 0 && !this.#isStopped) await new Promise<void>((resolve) => (this.#wake = resolve))
    const happened = [...this.#happened]
    this.#happened.clear()
    return happened
  }

  stop(): void {
    this.#isStopped = true
    if (this.#timer) clearInterval(this.#timer)
    this.#wake?.()
  }

  async #ask(): Promise<void> {
    // While the server is silent, only one call waits for it, which leaves the other connection free for reads.
    if (this.#isStopped || this.#isAsking) return
    this.#isAsking = true
    try {
      this.#take(await this.#changes())
    } catch {
      // The error is dropped here, because the next read reports it.
      this.#isAway = true
      return
    } finally {
      this.#isAsking = false
    }
    const isNew = await this.#listen()
    // A new connection is the only sign of a short outage, during which calls may have failed and notifications may
    // have been missed.
    if (this.#isAway || (isNew && this.#hasListened)) {
      this.#note('records')
      this.#note(leaseIsFree)
    }
    this.#isAway = false
    this.#hasListened ||= isNew
  }

  /** Returns whether notifications now arrive on a new connection. If listening fails, changes are still polled. */
  #listen(): Promise<boolean> {
    const take = (payload: string): void =>
      payload === leaseIsFree ? this.#note(leaseIsFree) : this.#take(Number(payload))
    return this.#database.listen(`mailroom_${this.#database.server.schema}`, take).catch(() => false)
  }

  #take(changes: number): void {
    const isNew = this.#last !== null && changes > this.#last
    this.#last = Math.max(this.#last ?? 0, changes)
    if (isNew) this.#note('records')
  }

  #note(change: ArchiveChange): void {
    this.#happened.add(change)
    this.#wake?.()
    this.#wake = null
  }

  async #changes(): Promise<number> {
    return Number((await this.#database.first(sql`SELECT changed FROM version`))?.changed ?? 0)
  }
}
