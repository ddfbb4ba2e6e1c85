import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Client, Pool, type ClientConfig, type PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { TeamServer } from '#shared/contract/base/team/team-server.ts'
import { closedError } from '../../engine/archive-thread.ts'
import { poolSettings, clientSettings, statementMilliseconds } from './client-settings.ts'
import { notGrantedError, schemaAccess } from './schema-access.ts'
import { serverError, statementEnded } from './server-errors.ts'
import { Sql, sql, type SqlValue } from './sql.ts'

export type ServerRow = Record<string, unknown>

const rowsPerBatch = 5000
const fetchBatch = new Sql([`FETCH ${rowsPerBatch} FROM found`], [])
const beginByIndexes = 'BEGIN READ ONLY; SET LOCAL enable_seqscan = off'
/** By default, the server plans a cursor for its first rows alone, but here all rows are read. */
const beginCursor = 'BEGIN READ ONLY; SET LOCAL cursor_tuple_fraction = 1'
/**
 * How long the server may be silent. Beyond its limit for a statement, silence means that the network is gone, which
 * the driver does not notice.
 */
export const silentMilliseconds = statementMilliseconds + 5000
const cancelMilliseconds = 5000
const stalledMilliseconds = 10_000

/** The only code that uses the driver. Turns every failure into a sentence for the user. */
export class ServerDatabase {
  readonly server: TeamServer
  readonly #settings: ClientConfig
  readonly #pool: Pool
  /** A third connection for cancelling and listening, because the other two may be busy. */
  #third: Promise<Client> | null = null
  #isClosed = false

  constructor(server: TeamServer, password: string) {
    this.server = server
    const settings = clientSettings(server, password)
    this.#settings = settings
    // Only connections get the settings: the pool would apply the limit for connecting to waiting for a free connection
    // as well, and calls would fail although the server is only busy.
    this.#pool = new Pool({
      ...poolSettings,
      Client: class extends Client {
        constructor() {
          super(settings)
        }
      },
    })
    // A connection that ends while idle is replaced the next time one is needed.
    this.#pool.on('error', () => undefined)
    // A connection that ends while in use reports that twice: its statement fails, and it emits an error event, which
    // would end the thread if there were no listener.
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
  }

  /** `limit`: how long the server may be silent, in milliseconds. */
  async query(statement: Sql, signal?: AbortSignal, limit?: number): Promise<ServerRow[]> {
    return this.#withClient((client) => this.#watched(client, this.#run(client, statement, signal), limit))
  }

  /**
   * Reads rows in batches, for results too large to be in memory all at once. Each batch is a separate statement, so
   * that the server’s limit applies to each of them, and not to reading the whole result.
   */
  eachBatch(statement: Sql, take: (rows: ServerRow[]) => void, signal?: AbortSignal): Promise<void> {
    return this.#transaction(beginCursor, async (client) => {
      const run: RunSql = (each) => this.#watched(client, this.#run(client, each, signal))
      await run(sql`DECLARE found NO SCROLL CURSOR FOR ${statement}`)
      let rows: ServerRow[]
      do {
        rows = await run(fetchBatch)
        take(rows)
      } while (rows.length === rowsPerBatch)
    })
  }

  /** Runs a statement that finds few rows by the indexes, although the planner may expect many and read everything. */
  byIndexes(statement: Sql, signal?: AbortSignal): Promise<ServerRow[]> {
    return this.#transaction(beginByIndexes, (client) => this.#watched(client, this.#run(client, statement, signal)))
  }

  async first(statement: Sql, signal?: AbortSignal): Promise<ServerRow | null> {
    return (await this.query(statement, signal))[0] ?? null
  }

  /** Runs several statements that see the same state of the archive. */
  snapshot<T>(work: (run: RunSql) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#transaction('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', (client) => {
      return work((statement) => this.#watched(client, this.#run(client, statement, signal)))
    })
  }

  transaction<T>(work: (writing: Writing) => Promise<T>): Promise<T> {
    return this.#transaction('BEGIN', async (client) => {
      const run: RunSql = (statement) => this.#run(client, statement)
      const copy = (into: string, lines: Readable): Promise<void> => pipeline(lines, client.query(copyFrom(into)))
      // A program that stops halfway must not block the others, so the server ends a transaction that stays idle.
      await client.query(
        `SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = ${stalledMilliseconds}`,
      )
      return work({ run, copy })
    })
  }

  /** Runs statements without values, several at once if needed. They may begin and end a transaction. */
  async script(text: string): Promise<void> {
    await this.#withClient(async (client) => {
      try {
        await client.query(text)
      } catch (error) {
        await client.query('ROLLBACK').catch(() => undefined)
        throw error
      }
    })
  }

  /**
   * Calls the listener with every notification until the connection is lost. May be called repeatedly; returns whether
   * the connection is new, which means that notifications may have been missed.
   */
  async listen(channel: string, listener: (payload: string) => void): Promise<boolean> {
    const client = await this.#thirdClient()
    if (client.listenerCount('notification') > 0) return false
    client.on('notification', ({ payload }) => listener(payload ?? ''))
    try {
      await this.#watched(client, client.query(`LISTEN "${channel}"`))
    } catch (error) {
      // With its listener, the connection would look to the next call as if it already received notifications.
      client.removeAllListeners('notification')
      throw error
    }
    return true
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const third = this.#third
    this.#third = null
    await Promise.all([this.#pool.end(), third?.then((client) => client.end()).catch(() => undefined)])
  }

  async #transaction<T>(begin: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
    return this.#withClient(async (client) => {
      const run = (statement: string) => this.#watched(client, client.query(statement))
      await run(begin)
      try {
        const result = await work(client)
        await run('COMMIT')
        return result
      } catch (error) {
        await run('ROLLBACK').catch(() => undefined)
        throw error
      }
    })
  }

  async #withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    let client: PoolClient
    try {
      client = await this.#pool.connect()
    } catch (error) {
      throw serverError(error, this.server)
    }
    let broken = false
    try {
      await this.#prepare(client)
      return await work(client)
    } catch (error) {
      const problem = serverError(error, this.server)
      broken = problem.code === 'archive-away'
      if (seenWithoutRights.has(problem.code) && (await this.#isHidden(client))) {
        throw notGrantedError(this.server, problem)
      }
      throw problem
    } finally {
      client.release(broken)
    }
  }

  /** Whether there is an archive that the user may not use. */
  async #isHidden(client: PoolClient): Promise<boolean> {
    const asked = this.#run(client, schemaAccess(this.server.schema))
    const [found] = await this.#watched(client, asked).catch(() => [])
    return found?.has_version === true && found.usable !== true
  }

  async #prepare(client: PoolClient): Promise<void> {
    if (prepared.has(client)) return
    const path = `"${this.server.schema.replaceAll('"', '""')}"`
    // Parallel workers are switched off, so that thirty people share the server fairly and UNION ALL keeps its branches
    // in order.
    const settings = `SET search_path = ${path}, public, pg_temp; SET max_parallel_workers_per_gather = 0; SET jit = off`
    await this.#watched(client, client.query(settings))
    prepared.add(client)
  }

  /**
   * Ends the connection if the server stays silent, so that this statement and those behind it fail. Not used for the
   * work in a writing transaction, where some statements take minutes.
   */
  async #watched<T>(client: Client | PoolClient, answer: Promise<T>, limit = silentMilliseconds): Promise<T> {
    const timer = setTimeout(() => streamOf(client).destroy(), limit)
    try {
      return await answer
    } finally {
      clearTimeout(timer)
    }
  }

  async #run(client: PoolClient, statement: Sql, signal?: AbortSignal): Promise<ServerRow[]> {
    signal?.throwIfAborted()
    const { text, values } = statement.statement()
    let cancelling: Promise<void> | null = null
    const cancel = (): void => {
      cancelling = this.#cancel(client)
    }
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      const { rows } = await client.query<ServerRow>(text, values as SqlValue[])
      signal?.throwIfAborted()
      return rows
    } catch (error) {
      if ((error as { code?: unknown }).code === statementEnded) signal?.throwIfAborted()
      throw error
    } finally {
      signal?.removeEventListener('abort', cancel)
      // A late cancel must not end the connection’s next statement, so the cancel is awaited.
      await cancelling
    }
  }

  async #cancel(client: PoolClient): Promise<void> {
    const { processID } = client as unknown as { processID: number }
    const third = await this.#thirdClient().catch(() => null)
    if (!third) return
    const cancelled = third.query('SELECT pg_cancel_backend($1)', [processID])
    await this.#watched(third, cancelled, cancelMilliseconds).catch(() => undefined)
  }

  #thirdClient(): Promise<Client> {
    return (this.#third ??= this.#connectThird())
  }

  async #connectThird(): Promise<Client> {
    // A call that is under way when the database closes must not open a connection, because nothing would close it.
    if (this.#isClosed) throw closedError()
    const client = new Client(this.#settings)
    const forget = (): void => void (this.#third = null)
    client.on('error', forget)
    client.on('end', forget)
    try {
      await client.connect()
      return client
    } catch (error) {
      forget()
      throw serverError(error, this.server)
    }
  }
}

/**
 * If the user has no rights to the schema, a connection that has already read the archive is refused, and a new one
 * finds no tables.
 */
const seenWithoutRights: ReadonlySet<string> = new Set(['archive-read-only', 'no-team-archive'])

const prepared = new WeakSet<PoolClient>()

function streamOf(client: Client | PoolClient): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream
}

export type RunSql = (statement: Sql) => Promise<ServerRow[]>

export type Writing = {
  readonly run: RunSql
  /** `into` is a COPY statement, and `lines` contains its data. */
  readonly copy: (into: string, lines: Readable) => Promise<void>
}
