import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { makeFolder } from '#formats/base/make-folder.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { fileError } from '../base/json-file.ts'

const holderShape = z.object({
  pid: z.number(),
  host: z.string(),
  /** How the user’s other programs reach this program. Null while it is opening or closing; absent if it has no socket. */
  socket: z.object({ path: z.string(), secret: z.string() }).nullish(),
  /** Whether the program is waiting for running work to end, which may take minutes. */
  isClosing: z.boolean().optional(),
})
export type Holder = z.infer<typeof holderShape>

const holderName = 'lock.json'

export type DataLock = {
  update(change: Partial<Holder>): void
  release(): void
}

/**
 * Allows one Mailroom per data folder. The lock is SQLite’s own lock on a file, which the system releases however the
 * process ends. A file with a process id would remain and, after a restart, might refer to another process.
 */
export function lockDataFolder(folder: string, holder: Holder): DataLock {
  const holderFile = join(folder, holderName)
  let database: DatabaseSync
  try {
    makeFolder(folder)
    // The file is probed first: SQLite would report a read-only folder only as “unable to open”.
    writeFileSync(join(folder, 'lock.probe'), '', { mode: 0o600 })
    rmSync(join(folder, 'lock.probe'))
    // Readable only by this user, because anyone able to read the file can lock it and so keep Mailroom from starting.
    writeFileSync(join(folder, 'lock.sqlite'), '', { flag: 'a', mode: 0o600 })
    database = new DatabaseSync(join(folder, 'lock.sqlite'), { timeout: 0 })
  } catch (error) {
    throw fileError(folder, error)
  }
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    throw inUse(folder, error)
  }
  let now = holder
  const update = (change: Partial<Holder>): void => {
    now = { ...now, ...change }
    // The file is written completely or not at all, because another program may be reading it.
    writeFileSync(`${holderFile}.part`, JSON.stringify(now), { mode: 0o600 })
    renameSync(`${holderFile}.part`, holderFile)
  }
  update({})
  return {
    update,
    release() {
      rmSync(holderFile, { force: true })
      database.close()
    },
  }
}

/** The program that holds the folder, according to its file; null if the file is missing or unreadable. */
export function holderOf(folder: string): Holder | null {
  try {
    return holderShape.parse(JSON.parse(readFileSync(join(folder, holderName), 'utf8')))
  } catch {
    return null
  }
}

export function nameOfHolder(holder: Holder | null): string {
  return holder ? `Mailroom (${holder.host}, process ${holder.pid})` : 'Another Mailroom'
}

function inUse(folder: string, cause: unknown): AppError {
  const who = nameOfHolder(holderOf(folder))
  const sentence = `${who} is already using this data folder. Close it, or choose another folder with --data.`
  return new AppError('data-folder-in-use', sentence, { cause })
}
