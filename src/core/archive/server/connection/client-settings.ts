import { types, type ClientConfig } from 'pg'
import { isLoopback } from '#shared/domain/base/host-name.ts'
import type { TeamServer } from '#shared/contract/base/team/team-server.ts'

/** With these two connections and the listener’s, thirty people stay below a server’s usual limit of a hundred. */
const connectionsOfReader = 2
const connectMilliseconds = 10_000
const keepAliveMilliseconds = 10_000
/** The server ends statements that take longer. */
export const statementMilliseconds = 30_000
const idleMilliseconds = 60_000

const [bigint, numeric, json] = [20, 1700, 114]

/**
 * Rows and counts are below 2^53, so they fit into a number. JSON stays text: it is parsed only for records that are
 * read.
 */
function parserOf(type: number): (text: string) => unknown {
  if (type === bigint || type === numeric) return Number
  return type === json ? (text) => text : types.getTypeParser(type, 'text')
}

export function clientSettings({ host, port, database, user, authority }: TeamServer, password: string): ClientConfig {
  const isPlain = isLoopback(host) && authority === null
  return {
    host,
    port,
    database,
    user,
    password,
    ssl: isPlain ? false : { rejectUnauthorized: true, ...ofAuthority(authority) },
    connectionTimeoutMillis: connectMilliseconds,
    // Detects a lost network during a long write, which has no time limit.
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMilliseconds,
    statement_timeout: statementMilliseconds,
    application_name: 'Mailroom',
    types: { getTypeParser: (type: number) => parserOf(type) },
  }
}

export const poolSettings = { max: connectionsOfReader, idleTimeoutMillis: idleMilliseconds, allowExitOnIdle: true }

function ofAuthority(authority: string | null): { ca?: string } {
  return authority === null ? {} : { ca: authority }
}
