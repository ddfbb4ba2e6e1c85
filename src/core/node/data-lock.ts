import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { makeFolder } from '#formats/base/make-folder.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { fileError } from '../base/json-file.ts'

const holderShape = z.object({
  pid: z.number(),
  host: z.string(),
  /** How a second start brings this one to the front. */
  focus: z.object({ url: z.string(), secret: z.string() }).nullable(),
})
export type Holder = z.infer<typeof holderShape>

export type DataLock = {
  update(holder: Holder): void
  release(): void
}

/**
 * One Mailroom per data folder. The lock is SQLite's own lock on a file, which the system releases however the process
 * ends. A file with a process id would stay behind and, after a restart, name another process.
 */
export function lockDataFolder(folder: string, holder: Holder): DataLock {
  const holderFile = join(folder, 'lock.json')
  let database: DatabaseSync
  try {
    makeFolder(folder)
    // The file is probed first: SQLite would report a read-only folder only as "unable to open".
    writeFileSync(join(folder, 'lock.probe'), '')
    rmSync(join(folder, 'lock.probe'))
    // A user who can read the file can also lock it, and keep Mailroom from starting.
    writeFileSync(join(folder, 'lock.sqlite'), '', { flag: 'a', mode: 0o600 })
    database = new DatabaseSync(join(folder, 'lock.sqlite'), { timeout: 0 })
  } catch (error) {
    throw fileError(folder, error)
  }
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    throw inUse(readHolder(holderFile), error)
  }
  const update = (next: Holder) => writeFileSync(holderFile, JSON.stringify(next), { mode: 0o600 })
  update(holder)
  return {
    update,
    release() {
      rmSync(holderFile, { force: true })
      database.close()
    },
  }
}

function readHolder(file: string): Holder | null {
  try {
    return holderShape.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

function inUse(holder: Holder | null, cause: unknown): AppError {
  const who = holder ? `Mailroom (${holder.host}, process ${holder.pid})` : 'Another Mailroom'
  return new AppError(
    'data-folder-in-use',
    `${who} is already using this data folder. Close it, or start with --data.`,
    {
      details: { holder },
      cause,
    },
  )
}
