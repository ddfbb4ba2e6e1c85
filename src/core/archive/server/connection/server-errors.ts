import { AppError } from '#shared/contract/base/error.ts'
import type { TeamServer } from '#shared/contract/base/team/team-server.ts'

/** An error from PostgreSQL or from Node’s network or TLS modules. */
type Failure = { readonly code?: unknown; readonly message?: unknown }

const refusedLogins = new Set(['28P01', '28000'])
const missingRights = new Set(['42501', '25006'])
/** The error code for a statement that the server ended early, because it was cancelled or took too long. */
export const statementEnded = '57014'
const stopped = new Set(['57P01', '57P02', '57P03'])
const certificateProblems =
  /CERT|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)|ERR_TLS_CERT_ALTNAME_INVALID/

/** The driver’s message for a server without TLS. The error has no code. */
const withoutTls = 'The server does not support SSL connections'

/** Describes a failure of the server, or of the connection to it, in a sentence. */
export function serverError(thrown: unknown, address: TeamServer): AppError {
  if (thrown instanceof AppError) return thrown
  if (thrown instanceof Error && thrown.name === 'AbortError') return cancelledError({}, thrown)
  const { code, message } = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as Failure
  const name = typeof code === 'string' ? code : ''
  const { host, database, user } = address
  const reason = typeof message === 'string' ? message : String(thrown)
  // The command line has none of the app’s controls, so it uses these details to replace the sentence.
  const details = { code: name, reason, host, user }
  if (refusedLogins.has(name)) {
    return new AppError(
      'archive-login-refused',
      `The server at ${host} refused the user ${user} or the password. Check both in Accounts.`,
      { details, cause: thrown },
    )
  }
  if (name === '3D000') {
    return new AppError(
      'archive-no-database',
      `The server at ${host} has no database ${database}. Check its name in Accounts.`,
      {
        details,
        cause: thrown,
      },
    )
  }
  if (name === '3F000' || name === '42P01') {
    return new AppError(
      'no-team-archive',
      `The database ${database} has no team archive in the schema ${address.schema}. Ask the server’s administrator to create one.`,
      { details, cause: thrown },
    )
  }
  if (missingRights.has(name)) {
    return new AppError(
      'archive-read-only',
      `The user ${user} has read-only access to this archive. Ask its owner for write access.`,
      { details, cause: thrown },
    )
  }
  // Statements that Mailroom cancelled have the same code, but are recognized by their signals.
  if (name === statementEnded) return tooSlowError(address, details, thrown)
  if (name === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return new AppError(
      'archive-certificate',
      `The certificate of the server at ${host} is for another name. Enter the server name given in the certificate.`,
      { details, cause: thrown },
    )
  }
  if (details.reason === withoutTls) {
    return new AppError(
      'archive-no-tls',
      `The server at ${host} does not offer TLS, so others on the network could read the password and the messages. Turn on ssl in its configuration.`,
      { details, cause: thrown },
    )
  }
  if (certificateProblems.test(name)) {
    return new AppError(
      'archive-certificate',
      `The certificate of the server at ${host} is from an unknown authority. Choose the authority’s file in Accounts.`,
      { details, cause: thrown },
    )
  }
  if (name.startsWith('53')) {
    return new AppError(
      'archive-full',
      `The server at ${host} has no free space or connections. Try again later, or ask its administrator.`,
      {
        details,
        retryable: true,
      },
    )
  }
  if (isAway(name, thrown)) return awayError(address, details, thrown)
  return new AppError('archive-server-failed', `The server at ${host} reported an error. See the log for details.`, {
    details,
    cause: thrown,
  })
}

export function cancelledError(details: Record<string, unknown>, cause: unknown): AppError {
  return new AppError('cancelled', 'The search was cancelled.', { details, cause })
}

function tooSlowError({ host }: TeamServer, details: Record<string, unknown>, cause: unknown): AppError {
  return new AppError(
    'archive-too-slow',
    `The server at ${host} took too long and stopped this request. Choose a shorter period or a narrower search, then try again.`,
    { details, cause },
  )
}

function awayError({ host }: TeamServer, details: Record<string, unknown>, cause: unknown): AppError {
  return new AppError(
    'archive-away',
    `The team archive at ${host} does not respond. Nothing is lost: Mailroom keeps trying. Sending and the live view continue.`,
    { details, cause, retryable: true },
  )
}

const networkProblems = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
])

function isAway(code: string, thrown: unknown): boolean {
  if (stopped.has(code) || code.startsWith('08') || networkProblems.has(code)) return true
  // The driver gives these errors no code, so they are recognized by their messages.
  return (
    thrown instanceof Error &&
    /^(Connection terminated|timeout e|Client has encountered a connection)/.test(thrown.message)
  )
}

/** The server’s error code, such as 42P06. */
export function serverCodeOf(thrown: unknown): string {
  const code = thrown instanceof AppError ? thrown.details['code'] : undefined
  return typeof code === 'string' ? code : ''
}

const lockNotAvailable = '55P03'

/** Does the work and returns true, or returns false if a table was in use for longer than the work’s `lock_timeout`. */
export async function isFree(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (thrown) {
    if (serverCodeOf(thrown) === lockNotAvailable) return false
    throw thrown
  }
}
