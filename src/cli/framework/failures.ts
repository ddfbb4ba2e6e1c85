import { AppError } from '#shared/contract/base/error.ts'
import { exitCodes, type ExitCode } from './exit-codes.ts'
import { UsageError } from './usage-error.ts'

/** The user ended the command; nothing has to be said. */
export class InterruptedError extends Error {}

/** What the command line adds to the sentence of an error: the page would have a button. */
const advice: Readonly<Record<string, string>> = {
  'no-archive': 'Run mailroom sync.',
  'archive-older': 'Run mailroom sync.',
  'key-missing': 'Or set MAILROOM_KEY.',
}

export function errorOf(thrown: unknown): AppError {
  return thrown instanceof UsageError ? new AppError('usage', thrown.message) : AppError.from(thrown)
}

/** What the terminal gets to read. The stack of a mistake of ours goes with it. */
export function sentenceOf({ code, message, details, cause }: AppError): string {
  if (code !== 'internal') return advice[code] === undefined ? message : `${message} ${advice[code]}`
  return `${message}\n${cause instanceof Error ? cause.stack : String(details['reason'])}`
}

export function exitOf(code: string): ExitCode {
  if (code === 'usage' || code === 'invalid-input') return exitCodes.usage
  if (code === 'data-folder-in-use') return exitCodes.busy
  return code === 'aborted' || code === 'cancelled' ? exitCodes.interrupted : exitCodes.failed
}
