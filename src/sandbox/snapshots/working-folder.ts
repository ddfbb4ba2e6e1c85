import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeFolder } from '#formats/base/make-folder.ts'
import { msPerDay } from '#shared/domain/base/durations.ts'

const prefix = 'mailroom-sandbox-'

/**
 * The folder for files needed only during this run: unpacked snapshots and forks. It is in the data folder, so that
 * restoring a snapshot only moves a file. Without a data folder, it is in the system’s temporary folder. It is created
 * on first use.
 */
export class WorkingFolder {
  readonly #data: string | undefined
  #folder: string | undefined
  #count = 0

  constructor(data: string | undefined) {
    this.#data = data
  }

  /** Returns a path for a new file. */
  file(): string {
    this.#folder ??= this.#data === undefined ? temporaryFolder() : emptyFolder(join(this.#data, 'working'))
    return join(this.#folder, `${++this.#count}.sqlite`)
  }

  close(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true })
  }
}

/**
 * Only one sandbox uses a data folder at a time, so any existing files were left behind by a process that was killed.
 */
function emptyFolder(folder: string): string {
  rmSync(folder, { recursive: true, force: true })
  makeFolder(folder)
  return folder
}

function temporaryFolder(): string {
  for (const name of readdirSync(tmpdir())) if (name.startsWith(prefix)) removeLeft(join(tmpdir(), name))
  return mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
}

/**
 * Removes the folder of a process that was killed. The folder’s age is also checked, because a running process may not
 * be visible here, for example one in another container that shares the folder.
 */
function removeLeft(folder: string): void {
  try {
    const pid = Number(/-(\d+)-[^-]*$/.exec(folder)?.[1])
    if (pid > 0 && !isRunning(pid) && Date.now() - statSync(folder).mtimeMs > msPerDay) {
      rmSync(folder, { recursive: true, force: true })
    }
  } catch {
    // The folder belongs to another user or is already gone.
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
