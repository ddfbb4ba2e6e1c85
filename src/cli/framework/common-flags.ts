/** Flags with the same meaning in every command that supports them. */

export const accountFlag = {
  value: 'NAME',
  description: 'the account, by its name or ID',
  default: 'the only one; if there are several, the last one used on a terminal, and none in a script',
} as const

export function zoneFlag(what: string) {
  return { value: 'ZONE', description: `the time zone of ${what}`, default: 'this computer’s time zone' } as const
}

export const dataFlag = {
  value: 'DIR',
  description: 'the data folder',
  default: 'the app’s folder, or MAILROOM_DATA',
} as const

export const jsonFlag = { description: 'print one JSON value per line on stdout, and nothing else there' } as const

const outFlag = {
  value: 'FILE',
  description: 'write to this file, completely or not at all; - is stdout',
  default: '-',
} as const

/** Flags for commands that read an account’s archive and print what they found. */
export const readingFlags = { account: accountFlag, data: dataFlag, json: jsonFlag, out: outFlag } as const

/** Keeps keys in memory, for tests, which must not touch the user’s keychain. */
export const secretsFlag = {
  value: 'memory',
  description: 'keep keys in memory for this run, not in the keychain',
  isHidden: true,
} as const
