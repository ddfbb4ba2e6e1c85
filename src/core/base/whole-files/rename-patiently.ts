import { rename } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * The error codes for a file that another program has open. A virus scanner, an indexer or a program that syncs folders
 * opens every new file and closes it a moment later.
 */
const heldCodes: ReadonlySet<string | undefined> = new Set(['EPERM', 'EACCES', 'EBUSY'])

/** The pauses between attempts in milliseconds; five seconds in total. */
const pauses = [10, 20, 50, 100, 200, 400, 700, 1000, 1200, 1320]

/** Renames a file even if another program keeps it, or the file it replaces, open for a few seconds. */
export async function renamePatiently(from: string, to: string): Promise<void> {
  await patiently(() => rename(from, to))
}

/** Repeats the work while another program keeps the file open. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (const milliseconds of pauses) {
    try {
      return await work()
    } catch (error) {
      if (!heldCodes.has((error as NodeJS.ErrnoException).code)) throw error
    }
    await pause(milliseconds)
  }
  return work()
}
