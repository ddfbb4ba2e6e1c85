import { AppError } from '#shared/contract/base/error.ts'
import { Database } from '../file/database.ts'
import { readBlocks } from './block-store.ts'
import { writeSetting } from './coverage.ts'
import { checkIntegrity } from './maintenance.ts'

/** Metadata stored in a backup: the account it belongs to, and when it was created (epoch milliseconds). */
export type BackupNote = { readonly account: string; readonly at: number }

export const backupSetting = 'backup'

export function backupBytes(database: Database): number {
  const read = (name: string): number => Number(database.get(`PRAGMA ${name}`)![name])
  return (read('page_count') - read('freelist_count')) * read('page_size')
}

/**
 * Writes a consistent copy while reads and writes continue; the target must be empty. Returns how many messages the
 * copy must contain, or null if that isn’t known, because the archive was written to in the meantime.
 */
export function backUp(database: Database, target: string, note: BackupNote): number | null {
  const before = momentOf(database)
  database.run('VACUUM INTO ?', target)
  const after = momentOf(database)
  const copy = new Database(target, { single: true })
  try {
    // A single transaction makes SQLite wait until the entire copy is on disk, which VACUUM does not.
    copy.transaction(() => {
      writeSetting(copy, backupSetting, note)
      // The copied setting states that the archive is open, which isn’t true of the copy.
      writeSetting(copy, 'open', false)
    })
  } finally {
    copy.close()
  }
  return before.version === after.version ? before.messages : null
}

/** Reads the entire copy again and returns how many messages it contains. Throws if the copy isn’t as expected. */
export function checkBackup(path: string, expected: number | null): number {
  const copy = new Database(path, { immutable: true })
  try {
    const { findings } = checkIntegrity(copy)
    const { messages } = momentOf(copy)
    if (expected !== null && messages !== expected) findings.push(`${messages} messages instead of ${expected}`)
    if (findings.length === 0) return messages
    throw new AppError(
      'backup-damaged',
      'The backup did not pass its check and was removed. Check the archive, then back it up again.',
      { retryable: true, details: { findings } },
    )
  } finally {
    copy.close()
  }
}

/** The version changes with every transaction on another connection. */
function momentOf(database: Database): { version: number; messages: number } {
  const version = Number(database.get('PRAGMA data_version')!.data_version)
  return { version, messages: readBlocks(database).reduce((sum, { live }) => sum + live, 0) }
}
