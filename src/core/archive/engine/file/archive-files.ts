import { readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileError } from '../../../base/json-file.ts'

export const archiveFileName = 'archive.sqlite'

/** Bytes of an account's archive, its log and what was kept aside of it; null where there is none. Opens nothing. */
export async function archiveBytes(folder: string): Promise<number | null> {
  const paths = await archiveFiles(folder)
  if (paths.length === 0) return null
  const sizes = await Promise.all(paths.map((path) => stat(path).then(({ size }) => size)))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Removes every record, and leaves what else the account keeps in its folder. The archive must be closed. */
export async function removeArchive(folder: string): Promise<void> {
  try {
    for (const path of await archiveFiles(folder)) await rm(path, { force: true })
  } catch (error) {
    throw fileError(folder, error)
  }
  // Refused where something else is inside, which is then meant to stay.
  await rmdir(folder).catch(() => undefined)
}

/** A damaged archive stays beside the new one; answers where. */
export async function moveAside(path: string, now: number): Promise<string> {
  const keptAs = `${path}.damaged-${now}`
  await rename(path, keptAs)
  for (const suffix of ['-wal', '-shm']) await rename(path + suffix, keptAs + suffix).catch(() => undefined)
  return keptAs
}

async function archiveFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw fileError(folder, error)
  })
  return names.filter((name) => name.startsWith(archiveFileName)).map((name) => join(folder, name))
}
