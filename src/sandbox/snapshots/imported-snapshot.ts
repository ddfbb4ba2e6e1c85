import { chmod, constants, copyFile, rename, rm } from 'node:fs/promises'
import { longestSnapshotName, snapshotNamePattern } from '#shared/contract/base/sandbox/snapshot-name.ts'
import { ServiceError } from '../http/service-error.ts'
import { removeDatabase } from '../store/database/database.ts'
import { notWritten, readHeader, unfinishedPathOf, unreadableSnapshot } from './snapshot-file.ts'
import { unpackContent } from './unpack-content.ts'
import type { WorkingFolder } from './working-folder.ts'

/**
 * Copies a snapshot to `target`. The copy gets its final name only after it has been unpacked and checked, as in a
 * restore.
 */
export async function copyChecked(file: string, target: string, working: WorkingFolder): Promise<void> {
  await readHeader(file).catch(notOpened)
  const copy = unfinishedPathOf(target)
  try {
    await copyFile(file, copy, constants.COPYFILE_EXCL)
    await chmod(copy, 0o600)
    const { path } = await unpackContent(copy, working)
    removeDatabase(path)
    await rename(copy, target)
  } catch (error) {
    throw error instanceof ServiceError ? error : notWritten(target, error)
  } finally {
    await rm(copy, { force: true })
  }
}

function notOpened(error: unknown): never {
  throw error instanceof ServiceError ? error : unreadableSnapshot('The file can’t be opened. Choose another file.')
}

/**
 * Derives a snapshot name from a file name, and adds a number if the name is taken. Names that differ only in case
 * count as the same, because some file systems ignore case.
 */
export function importedName(fileName: string, taken: readonly string[]): string {
  const words = fileName.replace(/\.snapshot$/i, '').split(/[^a-z0-9._-]+/i)
  const joined = words.filter((word) => word !== '').join('-')
  const wanted = joined.replace(/^[._-]+/, '').slice(0, longestSnapshotName - 4)
  const name = snapshotNamePattern.test(wanted) ? wanted : 'snapshot'
  const isTaken = (one: string): boolean => taken.some((other) => other.toLowerCase() === one.toLowerCase())
  let free = name
  for (let number = 2; isTaken(free); number++) free = `${name}-${number}`
  return free
}
