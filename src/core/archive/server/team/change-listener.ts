import type { ServerDatabase } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'

/** Where notifications do not arrive, as behind a connection pooler or on a replica, changes are asked for. */
const askedEachMilliseconds = 4000

/** Tells when another program has changed the archive: by a notification, or by asking for the number of changes. */
export class ChangeListener {
  readonly #database: ServerDatabase
  readonly #waiting: (() => void)[] = []
  #timer: NodeJS.Timeout | null = null
  #last: number | null = null

  constructor(database: ServerDatabase) {
    this.#database = database
  }

  /** Resolves at the next change. */
  async next(): Promise<void> {
    if (this.#timer === null) await this.#start()
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  async #start(): Promise<void> {
    this.#timer = setInterval(() => void this.#ask(), askedEachMilliseconds)
    this.#last = await this.#changes()
    await this.#listen()
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer)
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  async #ask(): Promise<void> {
    try {
      this.#take(await this.#changes())
      await this.#listen()
    } catch {
      // The server does not respond; whoever reads next learns that.
    }
  }

  /** Again after the connection was lost. */
  #listen(): Promise<void> {
    return this.#database.listen(`mailroom_${this.#database.server.schema}`, (payload) => this.#take(Number(payload)))
  }

  #take(changes: number): void {
    const isNew = this.#last !== null && changes > this.#last
    this.#last = Math.max(this.#last ?? 0, changes)
    if (isNew) for (const resolve of this.#waiting.splice(0)) resolve()
  }

  async #changes(): Promise<number> {
    return Number((await this.#database.first(sql`SELECT changed FROM version`))?.changed ?? 0)
  }
}
