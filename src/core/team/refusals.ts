import type { Account } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { TeamServer } from '#shared/contract/base/team/team-server.ts'
import type { FoundArchive } from '#shared/contract/team.ts'

/** Explains why an account may not use an archive: the messages of two accounts would be mixed. Null if it may. */
export function notJoined({ belongs, account }: FoundArchive, { host }: TeamServer): AppError | null {
  if (belongs === 'no') {
    const whose = account
      ? `the messages of ${account.user} at ${account.service}`
      : 'messages that this account’s service does not have'
    return new AppError(
      'archive-of-another-account',
      `The archive at ${host} contains ${whose}, so nothing was changed. Choose another schema, or the account that the archive belongs to.`,
    )
  }
  if (belongs === 'unknown') {
    return new AppError(
      'archive-not-compared',
      'Mailroom couldn’t check with the service whether this archive belongs to the account, so nothing was changed. Check the account’s connection, then try again.',
      { retryable: true },
    )
  }
  return null
}

export function requireSharable({ kind, name, storeHistory }: Account): void {
  if (kind === 'sandbox') {
    throw new AppError('sandbox-alone', 'The sandbox exists only on this computer, so its archive can’t be shared.')
  }
  if (storeHistory) return
  throw new AppError('history-not-kept', `Mailroom keeps no history for ${name}. Turn its history on first.`)
}

export function notOnServer(name: string): AppError {
  return new AppError('conflict', `${name} already uses a file on this computer.`)
}
