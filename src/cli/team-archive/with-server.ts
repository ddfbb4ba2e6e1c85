import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { loadAdministration } from '#core/archive/index.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { TeamServer } from '#shared/contract/base/team/team-server.ts'
import { askSecret } from '../framework/ask-user.ts'
import type { Given } from '../framework/command.ts'
import { readNumber } from '../framework/read-values.ts'
import type { Terminal } from '../framework/terminal.ts'
import { unreadableText } from '../framework/unreadable-text.ts'
import { UsageError } from '../framework/usage-error.ts'
import type { serverFlags } from './team-archive-flags.ts'

type ServerFlags = Given<typeof serverFlags>['flags']
type Administration = Awaited<ReturnType<typeof loadAdministration>>
type Work<Result> = (database: Parameters<Parameters<Administration['administer']>[1]>[0]) => Promise<Result>

/** The server that the flags name, and the user’s password. */
export async function readGivenServer(flags: ServerFlags, terminal: Terminal) {
  const administration = await loadAdministration()
  const server = readServer(flags, administration, terminal)
  return { administration, server, ...(await readPassword(server, administration, terminal)) }
}

/** Calls `work` with a connection to the server given by the flags. */
export async function withServer<Result>(flags: ServerFlags, terminal: Terminal, work: Work<Result>): Promise<Result> {
  const { administration, server, password } = await readGivenServer(flags, terminal)
  return administration.administer({ server, password }, work)
}

/** Rewords the app’s errors for a command whose flags name the server. */
export async function wordedFor<Result>(server: TeamServer, work: Promise<Result>): Promise<Result> {
  const { administrationError } = await loadAdministration()
  return work.catch((thrown: unknown) => {
    throw administrationError(thrown, server)
  })
}

export function readSchema(
  { schema = 'mailroom' }: Pick<ServerFlags, 'schema'>,
  { schemaProblem }: Pick<Administration, 'schemaProblem'>,
): string {
  const problem = schemaProblem(schema)
  if (problem !== null) throw new UsageError(`--schema can’t be "${schema}". ${problem}`)
  return schema
}

function readServer(flags: ServerFlags, administration: Administration, { folder }: Terminal): TeamServer {
  const { host, port, database, user, ca } = flags
  if (host === undefined || database === undefined || user === undefined) {
    throw new UsageError('Name the server with --host, --database and --user.')
  }
  refusePort(host)
  return {
    host,
    port: port === undefined ? 5432 : readNumber(port, '--port', { least: 1, most: 65_535 }),
    database,
    user,
    schema: readSchema(flags, administration),
    authority: ca === undefined ? null : readAuthority(resolve(folder, ca)),
  }
}

/**
 * Refuses a host that includes a port, such as `db.example.org:5433` or `[::1]:5433`. An IPv6 address without a port
 * has several colons.
 */
function refusePort(host: string): void {
  const [, name, address, port] = /^(?:([^:[\]]+)|\[([^[\]]+)\]):(\d+)$/.exec(host) ?? []
  if (port === undefined) return
  throw new UsageError(`--host takes no port. Use --host ${name ?? address} --port ${port}.`)
}

function readAuthority(path: string): string {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    throw new AppError('authority-unreadable', unreadableText(path, '--ca', cause), { cause })
  }
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text
  throw new UsageError(
    `The file ${path} given by --ca has no certificate in PEM form. Choose the certificate of the server’s authority.`,
  )
}

type GivenPassword = { readonly password: string; /** Later runs would not find it. */ readonly isTyped: boolean }

/**
 * The password from the environment, a password file or the terminal. It is never an argument, because every user of
 * the computer can see arguments.
 */
async function readPassword(
  server: TeamServer,
  administration: Administration,
  terminal: Terminal,
): Promise<GivenPassword> {
  const { env } = terminal
  const given = env['MAILROOM_TEAM_PASSWORD'] || env['PGPASSWORD']
  if (given) return { password: given, isTyped: false }
  const { passwordFilePath, passwordInFile } = administration
  const { password, problem } = passwordInFile(passwordFilePath(env), server)
  if (problem !== null) terminal.say(problem)
  if (password !== null) return { password, isTyped: false }
  const typed = await askSecret(`Password for ${server.user}:`, terminal)
  if (typed !== '') return { password: typed, isTyped: true }
  throw new UsageError(
    'No password was given. Set MAILROOM_TEAM_PASSWORD, add it to a PostgreSQL password file, or pipe it to stdin.',
  )
}
