import { AppError } from '#shared/contract/base/error.ts'
import type { LeaseState } from '#shared/contract/team.ts'
import type { Lessee } from '../../port/team-port.ts'
import type { RunSql, ServerDatabase, ServerRow } from '../connection/server-database.ts'
import { sql, type Sql } from '../connection/sql.ts'
import { leaseIsFree } from './change-listener.ts'

/** If a computer sleeps or loses its network, another Mailroom takes over after this time. */
export const leaseSeconds = 10
const renewalsPerLease = 3
/** The minimum time, in milliseconds, that a query waits for the server, even if a test uses a shorter lease. */
const leastPatience = 5000

/**
 * Only one Mailroom of a team syncs at a time: the holder of the row in the table `lease`. Times are the server’s,
 * because computers’ clocks differ. The epoch increases whenever the lease changes hands, so that a computer that wakes
 * up after a long sleep can no longer write.
 */
export class Lease {
  readonly #database: ServerDatabase
  readonly #lessee: Lessee
  readonly #seconds: number
  #epoch: number | null = null
  #timer: NodeJS.Timeout | null = null
  /** Settles when no attempt to take the lease is under way. */
  #attempts: Promise<void> = Promise.resolve()
  #isRenewing = false

  constructor(database: ServerDatabase, lessee: Lessee, seconds: number) {
    this.#database = database
    this.#lessee = lessee
    this.#seconds = seconds
  }

  /** The name of this Mailroom, whether or not it holds the lease. */
  get name(): string {
    return this.#lessee.name
  }

  /** Takes the lease unless another Mailroom has it, and renews it while it is held. */
  take(): Promise<LeaseState> {
    const attempt = this.#take()
    this.#attempts = Promise.allSettled([this.#attempts, attempt]).then(() => undefined)
    return attempt
  }

  async state(): Promise<LeaseState> {
    const [found] = await this.#ask(sql`
      SELECT name, holder, epoch, extract(epoch FROM since) * 1000 AS since FROM lease WHERE until > clock_timestamp()`)
    if (!found) return { mine: false, name: null, since: null }
    const mine = found.holder === this.#lessee.id && Number(found.epoch) === this.#epoch
    return { mine, name: String(found.name), since: Math.floor(Number(found.since)) }
  }

  /** Lets another Mailroom sync immediately. */
  async release(): Promise<void> {
    this.#stop()
    // An attempt under way must end first, because it would take the lease again and renew it from then on.
    await this.#attempts
    this.#stop()
    const epoch = this.#epoch
    this.#epoch = null
    if (epoch === null) return
    await this.#ask(sql`
      WITH released AS (
        UPDATE lease SET holder = NULL, until = '-infinity' WHERE holder = ${this.#lessee.id} AND epoch = ${epoch} RETURNING 1
      )
      SELECT pg_notify('mailroom_' || current_schema, ${leaseIsFree}) FROM released`)
  }

  /**
   * Must be called in the transaction of a write that only the lease holder may make, once it has locked the lease’s
   * row. The lease may have expired without changing hands, because renewals wait for that row, too. A renewal may even
   * take effect after this Mailroom has given up on it.
   */
  async require(run: RunSql): Promise<void> {
    const [held] = await run(sql`
      SELECT 1 AS held FROM lease WHERE holder = ${this.#lessee.id} AND epoch = ${this.#epoch ?? -1}`)
    if (held) return
    const lost = this.#epoch !== null
    this.#epoch = null
    this.#stop()
    throw new AppError(
      'lease-lost',
      lost
        ? 'Another computer has continued the sync of this team archive in the meantime. Nothing was written twice.'
        : 'Another Mailroom is syncing this team archive, so this one can’t write to it.',
      { retryable: true },
    )
  }

  /**
   * Must be called at the end of a transaction that began with `require` and may have taken longer than the lease
   * lasts. Until that transaction ends, other Mailrooms wait for the lease’s row.
   */
  async extend(run: RunSql): Promise<void> {
    await run(sql`UPDATE lease SET until = clock_timestamp() + make_interval(secs => ${this.#seconds})`)
  }

  async #take(): Promise<LeaseState> {
    const { id, name } = this.#lessee
    const [taken] = await this.#ask(sql`
      UPDATE lease SET
        epoch = epoch + CASE WHEN holder IS NOT DISTINCT FROM ${id} THEN 0 ELSE 1 END,
        since = CASE WHEN holder IS NOT DISTINCT FROM ${id} AND until > clock_timestamp() THEN since ELSE clock_timestamp() END,
        holder = ${id}, name = ${name}, until = clock_timestamp() + make_interval(secs => ${this.#seconds})
      WHERE holder IS NOT DISTINCT FROM ${id} OR until <= clock_timestamp()
      RETURNING epoch`)
    this.#epoch = taken ? Number(taken.epoch) : null
    this.#timer ??= taken ? this.#renewals() : null
    return this.state()
  }

  #renewals(): NodeJS.Timeout {
    return setInterval(() => void this.#renew(), (this.#seconds * 1000) / renewalsPerLease)
  }

  async #renew(): Promise<void> {
    if (this.#isRenewing) return
    this.#isRenewing = true
    try {
      if (!(await this.take()).mine) this.#stop()
    } catch {
      // The server does not respond. Either the next attempt succeeds, or the lease expires.
    } finally {
      this.#isRenewing = false
    }
  }

  /** A renewal that waits longer than the lease lasts would keep the next one from being made. */
  #ask(statement: Sql): Promise<ServerRow[]> {
    return this.#database.query(statement, undefined, Math.max(leastPatience, this.#seconds * 1000))
  }

  #stop(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
  }
}
