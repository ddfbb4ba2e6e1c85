import { statSync } from 'node:fs'
import { z } from 'zod'
import { AppError } from '#shared/contract/base/error.ts'
import type { Message } from '#shared/domain/messages/record.ts'
import { messageOf } from '../base/packs/record-set.ts'
import { saltSettings, saltsIn } from './common/salts.ts'
import type { ErasedList } from './port/archive-port.ts'
import { Database } from './engine/file/database.ts'
import { isArchive, versionOf } from './engine/file/migrate.ts'
import { secondOfRow } from './engine/record/row-number.ts'
import { backupSetting } from './engine/store/backup.ts'
import { readBeside } from './engine/store/beside.ts'
import { readSetting } from './engine/store/coverage.ts'
import { plain, readStored, StoredRecords, type PackedOrLoose } from './engine/store/stored-records.ts'

/** Facts about a backup. Dates are in epoch milliseconds. */
export type BackupFacts = {
  readonly messages: number
  /** The dates of the oldest and the newest message; both null if there are no messages. */
  readonly firstCreated: number | null
  readonly lastCreated: number | null
  /** The account’s name and the time of the backup; both null in a file that was not created as a backup. */
  readonly account: string | null
  readonly madeAt: number | null
}

/** The latest date that JavaScript can represent, in epoch milliseconds. The earliest is its negative. */
const latest = 8.64e15

const note = z.object({ account: z.string().max(200), at: z.number().min(0).max(latest) })

/** Tombstones are useless without a salt. */
const erasedList = z.object({
  salts: z.array(z.string().max(200)).min(1),
  tombstones: z.array(z.object({ hash: z.string().length(64), erased: z.int() })),
})

/**
 * An archive backup, treated like any file from the user: it may be damaged, from another version or from another program.
 * Nothing is ever written to it or next to it.
 */
export class BackupFile {
  readonly facts: BackupFacts
  readonly #database: Database

  private constructor(database: Database, facts: BackupFacts) {
    this.#database = database
    this.facts = facts
  }

  /** Throws an error with a sentence for the user if the file isn’t a backup or was written by a newer version. */
  static open(path: string): BackupFile {
    refuseLog(path)
    return guarded(() => {
      const database = new Database(path, { immutable: true })
      try {
        if (!isArchive(database))
          throw notABackup('The file is another program’s database. Choose a backup that Mailroom made.')
        versionOf(database)
        return new BackupFile(database, factsOf(database))
      } catch (error) {
        database.close()
        throw error
      }
    }, unreadable)
  }

  /** Reads every page, which takes about a second per gigabyte. */
  check(): void {
    const found = guarded(() => this.#database.get('PRAGMA integrity_check(1)'))
    if (found?.integrity_check !== 'ok') throw damagedBackup(found?.integrity_check)
  }

  /** The people erased from the archive; null if there are none. */
  erased(): ErasedList | null {
    return guarded(() => {
      const { settings, tombstones } = readBeside(this.#database)
      if (!tombstones?.length) return null
      const values = settings
        .filter(({ name }) => saltSettings.includes(name))
        .map(({ value }) => JSON.parse(value) as unknown)
      return erasedList.parse({ salts: saltsIn(values), tombstones })
    })
  }

  /** Null for a record whose bytes cannot be read. Nothing else about a record is checked. */
  *records(): Generator<Message | null> {
    const records = new StoredRecords(this.#database).all()
    let count = 0
    while (true) {
      const step = guarded(() => records.next())
      if (step.done) break
      count += 1
      yield messageIn(step.value)
    }
    if (count !== this.facts.messages) throw damagedBackup(`${count} of ${this.facts.messages} records`)
  }

  close(): void {
    this.#database.close()
  }
}

function factsOf(database: Database): BackupFacts {
  const found = database.get('SELECT sum(live) AS messages, min(first) AS first, max(last) AS last FROM block')
  const messages = Number(found?.messages ?? 0)
  const { account, at } = noteOf(database) ?? { account: null, at: null }
  const [firstCreated = null, lastCreated = null] =
    messages === 0 ? [] : [found?.first, found?.last].map((row) => secondOfRow(Number(row)) * 1000)
  for (const date of [firstCreated ?? 0, lastCreated ?? 0]) {
    if (!(Math.abs(date) <= latest)) throw damagedBackup(`the date ${date}`)
  }
  return { messages, firstCreated, lastCreated, account, madeAt: at }
}

function noteOf(database: Database): z.infer<typeof note> | null {
  try {
    return note.parse(readSetting(database, backupSetting))
  } catch {
    return null
  }
}

function messageIn(record: PackedOrLoose): Message | null {
  try {
    return record.packed ? messageOf(record.packed.set, record.packed.at) : plain(readStored(record.loose))
  } catch {
    return null
  }
}

/**
 * Refuses a copy of an open archive: without its log, the copy lacks the latest writes or isn’t a complete file at all.
 */
function refuseLog(path: string): void {
  const isOpen = ['-wal', '-journal'].some(
    (ending) => (statSync(path + ending, { throwIfNoEntry: false })?.size ?? 0) > 0,
  )
  if (!isOpen) return
  throw notABackup(
    'This archive is open in Mailroom, or was copied while it was open, so part of its data is in a separate file. Create a backup with “Back up archive” and import the backup.',
  )
}

function guarded<T>(work: () => T, meaning = damagedBackup): T {
  try {
    return work()
  } catch (error) {
    const { code, details } = AppError.from(error)
    throw code === 'archive-damaged' || code === 'internal' ? meaning(details.reason) : error
  }
}

function notABackup(sentence: string): AppError {
  return new AppError('not-an-export', sentence)
}

/** Returns the error for a file that is so damaged that it can’t be identified as a backup. */
function unreadable(reason: unknown): AppError {
  const sentence = 'The file is a damaged database that can’t be read. If it is a backup, use another copy.'
  return new AppError('not-an-export', sentence, { details: { reason } })
}

function damagedBackup(reason: unknown): AppError {
  return new AppError('file-broken', 'The backup is damaged and can’t be read completely. Use another copy.', {
    details: { reason },
  })
}
