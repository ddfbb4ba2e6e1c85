import type { ServerDatabase } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'

/** Where notifications do not arrive, as behind a connection pooler or on a replica, changes are asked for. */
const askedEachMilliseconds = 4000

/** `lease`: the Mailroom that synced no longer does. `records`: anything else, also a server that responds again. */
export type ArchiveChange = 'records' | 'lease'

export const leaseIsFree = 'lease' satisfies ArchiveChange

/** Tells when another program has changed the archive: by a notification, or by asking for the number of changes. */
export class ChangeListener {
  readonly #database: ServerDatabase
  /** Changes that arrived while nobody was waiting. */
  readonly #happened = new Set<ArchiveChange>()
  #wake: (() => void) | null = null
  #timer: NodeJS.Timeout | null = null
  #isStopped = false
  #last: number | null = null
  #isAway = false
  #hasListened = false

  constructor(database: ServerDatabase) {
    this.#database = database
  }

  /** Resolves at the next change, or with what has changed since the previous call. */
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
    if (this.#isStopped) return
    try {
      this.#take(await this.#changes())
    } catch {
      // The next reader gets the error.
      this.#isAway = true
      return
    }
    const isNew = await this.#listen()
    // A short outage is seen only by its lost connection. Calls may have failed meanwhile, and notifications were missed.
    if (this.#isAway || (isNew && this.#hasListened)) {
      this.#note('records')
      this.#note(leaseIsFree)
    }
    this.#isAway = false
    this.#hasListened ||= isNew
  }

  /** Returns whether notifications arrive on a new connection. Where there are none, changes are asked for. */
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
