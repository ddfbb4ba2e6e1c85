import { AppError } from '#shared/contract/base/error.ts'
import type { SyncStatus } from '#shared/contract/sync.ts'

export function notChosen(): AppError {
  return new AppError('sync-not-chosen', 'First choose how far back to read this account’s history.')
}

/** The error for a service that returned fewer messages than it announced. */
export function missing(total: number, records: number): AppError {
  return new AppError(
    'records-missing',
    'The service returned fewer messages than it had reported. Sync again to get the rest.',
    {
      retryable: true,
      details: { total, records },
    },
  )
}

export type TeamLease = NonNullable<SyncStatus['lease']>

export function mayOnlyRead(): AppError {
  return new AppError(
    'archive-read-only',
    'You have read-only access to this team archive, so another Mailroom has to sync it. Its owner can give you write access.',
  )
}

export function retentionOfOwner(): AppError {
  return new AppError(
    'retention-of-owner',
    'Only the owner of the team archive can choose how long its messages are kept, so nothing was changed. Ask the owner to change it.',
  )
}

export function elsewhere({ name }: TeamLease): AppError {
  const who = name ?? 'Another Mailroom'
  return new AppError(
    'lease-held',
    `${who} syncs this team archive. The messages it reads appear here within seconds.`,
    {
      retryable: true,
    },
  )
}

export function movingError(): AppError {
  return new AppError('archive-moving', 'The archive is being moved. The sync continues once the move is complete.', {
    retryable: true,
  })
}
