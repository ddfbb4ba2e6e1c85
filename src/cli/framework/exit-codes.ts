/** The exit codes, which mean the same in every command so that scripts can rely on them. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  partly: 3,
  nothing: 4,
  unknown: 5,
  busy: 75,
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** The wording in help. A command may be more specific about a code. */
export const exitMeanings: Readonly<Record<ExitCode, string>> = {
  [exitCodes.done]: 'done',
  [exitCodes.failed]: 'failed; the reason is on stderr',
  [exitCodes.usage]: 'the command was used incorrectly, and nothing was done',
  [exitCodes.partly]: 'done in part',
  [exitCodes.nothing]: 'nothing was found',
  [exitCodes.unknown]: 'the outcome is not known',
  [exitCodes.busy]: 'the Mailroom that holds the data folder does not respond, or is an earlier version',
  [exitCodes.interrupted]: 'ended safely by Ctrl+C or a signal',
}
