import { AppError } from '#shared/contract/base/error.ts'
import { exitCodes, type ExitCode } from './exit-codes.ts'
import { UsageError } from './usage-error.ts'

/** The user ended the command, so no message is needed. */
export class InterruptedError extends Error {}

/** Sentences that the command line adds to an error where the page would show a button. */
const advice: Readonly<Record<string, string>> = {
  'no-archive': 'Run mailroom sync.',
  'archive-older': 'Run mailroom sync.',
  'key-missing': 'Or set the environment variable MAILROOM_KEY.',
}

export function errorOf(thrown: unknown): AppError {
  return thrown instanceof UsageError ? new AppError('usage', thrown.message) : AppError.from(thrown)
}

/** Replacements for sentences that name a control of the page, in the command line’s wording. */
const insteadOf: Readonly<Record<string, string>> = {
  'plain-http':
    'This URL starts with http, so others on the network could read your key. Use https, or accept the risk with --plain-http.',
  'keychain-no-service': 'No keychain is running on this computer. Set MAILROOM_KEY to the account’s key.',
  'keychain-absent': 'This computer has no keychain. Set MAILROOM_KEY to the account’s key.',
}

/** The message for the terminal. For a bug in Mailroom, it includes the stack. */
export function sentenceOf({ code, message, details, cause }: AppError): string {
  const sentence = insteadOf[code] ?? message
  if (code !== 'internal') return advice[code] === undefined ? sentence : `${sentence} ${advice[code]}`
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
