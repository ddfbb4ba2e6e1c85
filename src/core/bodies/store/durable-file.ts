import type { AppError } from '#shared/contract/base/error.ts'
import { SqliteFile } from '../../base/sqlite-file.ts'

type Options = {
  readonly readOnly?: boolean
  /** Creates the error for a damaged file. */
  readonly damaged: (details: Record<string, unknown>, cause: unknown) => AppError
}

/** Opens a file that must not lose anything, because sent content exists nowhere else. */
export function openDurable(path: string, { readOnly = false, damaged }: Options): SqliteFile {
  const file = new SqliteFile(path, {
    readOnly,
    damaged,
    unreadable:
      'Mailroom could not read or write this account’s copies of sent messages. Check the disk and the data folder’s permissions.',
    internal: 'Something went wrong with the copies of sent messages. See the log for details.',
  })
  if (readOnly) return file
  file.get('PRAGMA journal_mode = WAL')
  // A commit is on disk before a call returns, and so survives a power failure.
  file.run('PRAGMA synchronous = FULL')
  // Otherwise, an erasure would have to clear everything that was removed earlier, too.
  file.get('PRAGMA secure_delete = ON')
  file.run('PRAGMA temp_store = MEMORY')
  return file
}
