import { mkdir, rm } from 'node:fs/promises'
import { fileError } from './json-file.ts'
import type { Logger } from './ports.ts'

/** Makes a folder that only this user may read. */
export async function makePrivateFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw fileError(path, error)
  }
}

/** Removes files of an earlier run, which may hold personal data. A failure does not stop the app from starting. */
export async function clearLeftOvers(folder: string, logger: Logger): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true })
  } catch (error) {
    logger.log('warn', 'Files of an earlier run could not be removed.', { reason: String(error) })
  }
}
