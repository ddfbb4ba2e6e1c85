import { AppError } from '#shared/contract/base/error.ts'
import { exitCodes, type ExitCode } from './exit-codes.ts'
import { UsageError } from './usage-error.ts'

/** The user ended the command, so no message is needed. */
export class InterruptedError extends Error {}

export function errorOf(thrown: unknown): AppError {
  return thrown instanceof UsageError ? new AppError('usage', thrown.message) : AppError.from(thrown)
}

type Details = AppError['details']

/**
 * Some of the app’s messages tell the user what to do on the page. On the command line, these messages replace them.
 */
const insteadOf: Readonly<Record<string, string | ((details: Details) => string)>> = {
  'no-archive': 'This account hasn’t been synced yet. Run mailroom sync.',
  'archive-older': 'This archive was written by an older version of Mailroom. To update it, run mailroom sync.',
  'key-missing':
    'Mailroom no longer has a key for this account. Enter the key again in Accounts, or set MAILROOM_KEY to the account’s key.',
  'plain-http':
    'This URL starts with http, so others on the network could read your key. Use https, or accept the risk with --plain-http.',
  'keychain-no-service': 'No keychain is running on this computer. Set MAILROOM_KEY to the account’s key.',
  'keychain-absent': 'This computer has no keychain. Set MAILROOM_KEY to the account’s key.',
  'archive-away': ({ host }) =>
    `The team archive at ${String(host)} does not respond. Check the network and the server, then run the command again.`,
  'archive-login-refused': ({ host, user }) =>
    `The server at ${String(host)} refused the user ${String(user)} or the password. Set MAILROOM_TEAM_PASSWORD, or run mailroom team-archive join again with the right --user and password.`,
  'archive-certificate': ({ host, code }) =>
    code === 'ERR_TLS_CERT_ALTNAME_INVALID'
      ? `The certificate of the server at ${String(host)} is for another name. Run mailroom team-archive join again with the name in the certificate for --host.`
      : `The certificate of the server at ${String(host)} is from an unknown authority. Run mailroom team-archive join again, and name the authority’s file with --ca.`,
  'team-password-missing': ({ missing }) =>
    `${String(missing)} Set MAILROOM_TEAM_PASSWORD, or add it to a PostgreSQL password file.`,
  'team-password-elsewhere': ({ host }) =>
    `The stored password belongs to another server or user and isn’t sent to ${String(host)}. Set MAILROOM_TEAM_PASSWORD, or run mailroom team-archive join again.`,
}

/** The message for the terminal. For a bug in Mailroom, it includes the stack. */
export function sentenceOf({ code, message, details, cause }: AppError): string {
  if (code !== 'internal') {
    // The message is already worded for the flags that were typed.
    const other = details['isForCommands'] === true ? undefined : insteadOf[code]
    return (typeof other === 'function' ? other(details) : other) ?? message
  }
  return `${message}\n${cause instanceof Error ? cause.stack : String(details['reason'])}`
}

const isGivenWrong: ReadonlySet<string> = new Set([
  'usage',
  'invalid-input',
  'port-in-use',
  'port-refused',
  'key-differs',
])

export function exitOf(code: string): ExitCode {
  if (isGivenWrong.has(code)) return exitCodes.usage
  if (code === 'data-folder-in-use' || code === 'host-hangs') return exitCodes.busy
  return code === 'aborted' || code === 'cancelled' ? exitCodes.interrupted : exitCodes.failed
}
