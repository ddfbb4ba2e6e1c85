import { AppError } from '#shared/contract/base/error.ts'
import type { TeamServer } from '#shared/contract/base/team/team-server.ts'

type Wording = (server: TeamServer, details: AppError['details']) => string

/** These messages replace the app’s, which name controls of the app and advise asking the server’s administrator. */
const wordings: Readonly<Record<string, Wording>> = {
  'archive-away': ({ host, port }) =>
    `The server at ${host} does not respond on port ${port}. Check --host and --port, and whether the server is running.`,
  'archive-login-refused': ({ host, user }) =>
    `The server at ${host} refused the user ${user} or the password. Check --user and the password.`,
  'archive-no-database': ({ host, database }) =>
    `The server at ${host} has no database ${database}. Check --database, or create the database first.`,
  'no-team-archive': ({ database, schema }) =>
    `The database ${database} has no team archive in the schema ${schema}. Check --schema, or run mailroom team-archive create.`,
  'archive-read-only': ({ user, database, schema }, { reason }) =>
    `The user ${user} is not allowed to do this in the schema ${schema} of the database ${database}: ${String(reason)}. Run the command as the archive’s owner or as an administrator of the server.`,
  'archive-not-empty': ({ schema }) =>
    `The team archive in the schema ${schema} already has messages, so nothing was moved. If they are this account’s, run mailroom team-archive join. Otherwise, create another archive with mailroom team-archive create, and name it with --schema.`,
  'archive-server-failed': ({ host }, { reason }) => `The server at ${host} reported an error: ${String(reason)}.`,
}

export function administrationError(thrown: unknown, server: TeamServer): unknown {
  if (!(thrown instanceof AppError)) return thrown
  const { code, details, retryable } = thrown
  const wording =
    code === 'archive-certificate'
      ? certificateWording(details)
      : Object.hasOwn(wordings, code)
        ? wordings[code]
        : undefined
  if (!wording) return thrown
  const worded = { ...details, isForCommands: true }
  return new AppError(code, wording(server, details), { details: worded, retryable, cause: thrown })
}

function certificateWording({ code }: AppError['details']): Wording | undefined {
  // The name in the certificate is wrong, so choosing another authority doesn’t help.
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return ({ host }) =>
      `The certificate of the server at ${host} is for another name. Use the name in the certificate for --host.`
  return ({ host }) =>
    `The certificate of the server at ${host} is from an unknown authority. Name the authority’s file with --ca.`
}
