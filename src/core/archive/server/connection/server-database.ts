import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Pool, types, type PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { isLoopback } from '#shared/domain/base/host-name.ts'
import type { TeamServer } from './team-server.ts'
import { serverError } from './server-errors.ts'
import type { Sql, SqlValue } from './sql.ts'

export type ServerRow = Record<string, unknown>

/** Thirty people fit into a server’s usual limit of a hundred connections; the third of each is the listener’s. */
const connectionsOfReader = 2
const connectMilliseconds = 10_000
const statementMilliseconds = 30_000
const idleMilliseconds = 60_000

const [bigint, numeric, json] = [20, 1700, 114]

/** Rows and counts are below 2^53. JSON remains text: it is parsed only for records that are read. */
function parserOf(type: number): (text: string) => unknown {
  if (type === bigint || type === numeric) return Number
  return type === json ? (text) => text : types.getTypeParser(type, 'text')
}

/** The only user of the driver. Every failure becomes a sentence. */
export class ServerDatabase {
  readonly address: TeamServer
  readonly #pool: Pool
  /** For cancelling and listening, because both others may be busy. */
  readonly #third: Pool

  constructor(address: TeamServer, password: string) {
    this.address = address
    this.#pool = poolOf(address, password, connectionsOfReader)
    this.#third = poolOf(address, password, 1)
  }

  async query(statement: Sql, signal?: AbortSignal): Promise<ServerRow[]> {
    return this.#withClient((client) => this.#run(client, statement, signal))
  }

  async first(statement: Sql, signal?: AbortSignal): Promise<ServerRow | null> {
    return (await this.query(statement, signal))[0] ?? null
  }

  /** Several statements that see the same state of the archive. */
  snapshot<T>(work: (run: RunSql) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#transaction('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', (client) => {
      return work((statement) => this.#run(client, statement, signal))
    })
  }

  /** Everything in `work` takes effect, or nothing. */
  transaction<T>(work: (writing: Writing) => Promise<T>): Promise<T> {
    return this.#transaction('BEGIN', async (client) => {
      const run: RunSql = (statement) => this.#run(client, statement)
      const copy = (into: string, lines: Readable): Promise<void> => pipeline(lines, client.query(copyFrom(into)))
      await client.query('SET LOCAL statement_timeout = 0')
      return work({ run, copy })
    })
  }

  /** For statements without values, several of which may be sent together. */
  async script(text: string): Promise<void> {
    await this.#withClient((client) => client.query(text))
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.end(), this.#third.end()])
  }

  async #transaction<T>(begin: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
    return this.#withClient(async (client) => {
      await client.query(begin)
      try {
        const result = await work(client)
        await client.query('COMMIT')
        return result
      } catch (error) {
        await client.query('ROLLBACK').catch(() => undefined)
        throw error
      }
    })
  }

  async #withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    let client: PoolClient
    try {
      client = await this.#pool.connect()
    } catch (error) {
      throw serverError(error, this.address)
    }
    let broken = false
    try {
      await this.#prepare(client)
      return await work(client)
    } catch (error) {
      const problem = serverError(error, this.address)
      broken = problem.code === 'archive-away'
      throw problem
    } finally {
      client.release(broken)
    }
  }

  async #prepare(client: PoolClient): Promise<void> {
    if (prepared.has(client)) return
    const path = `"${this.address.schema.replaceAll('"', '""')}"`
    // Without parallel workers, thirty people get their share of the server, and the order of branches is kept.
    await client.query(
      `SET search_path = ${path}, public, pg_temp; SET max_parallel_workers_per_gather = 0; SET jit = off`,
    )
    prepared.add(client)
  }

  async #run(client: PoolClient, statement: Sql, signal?: AbortSignal): Promise<ServerRow[]> {
    signal?.throwIfAborted()
    const { text, values } = statement.statement()
    const cancel = (): void => void this.#cancel(client)
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      const { rows } = await client.query<ServerRow>(text, values as SqlValue[])
      signal?.throwIfAborted()
      return rows
    } finally {
      signal?.removeEventListener('abort', cancel)
    }
  }

  async #cancel(client: PoolClient): Promise<void> {
    const { processID } = client as unknown as { processID: number }
    await this.#third.query('SELECT pg_cancel_backend($1)', [processID]).catch(() => undefined)
  }
}

const prepared = new WeakSet<PoolClient>()

export type RunSql = (statement: Sql) => Promise<ServerRow[]>

export type Writing = {
  readonly run: RunSql
  /** `into` is a COPY statement, `lines` its text. */
  readonly copy: (into: string, lines: Readable) => Promise<void>
}

function poolOf({ host, port, database, user, authority }: TeamServer, password: string, max: number): Pool {
  const isPlain = isLoopback(host) && authority === null
  const pool = new Pool({
    host,
    port,
    database,
    user,
    password,
    ssl: isPlain ? false : { rejectUnauthorized: true, ...ofAuthority(authority) },
    max,
    connectionTimeoutMillis: connectMilliseconds,
    idleTimeoutMillis: idleMilliseconds,
    statement_timeout: statementMilliseconds,
    application_name: 'Mailroom',
    types: { getTypeParser: (type: number) => parserOf(type) },
    allowExitOnIdle: true,
  })
  // A connection that ends while nobody uses it is replaced when the next is needed.
  pool.on('error', () => undefined)
  return pool
}

function ofAuthority(authority: string | null): { ca?: string } {
  return authority === null ? {} : { ca: authority }
}
