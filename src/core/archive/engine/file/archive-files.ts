import { statSync } from 'node:fs'
import { readdir, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileError } from '../../../base/json-file.ts'
import { renamePatiently } from '../../../base/whole-files/rename-patiently.ts'

export const archiveFileName = 'archive.sqlite'
/** What follows is when it was moved aside. */
const asideName = `${archiveFileName}.damaged-`

/** Bytes of an account's archive, including its log and damaged files kept beside it; null where there is none. */
export async function archiveBytes(folder: string): Promise<number | null> {
  const paths = await archiveFiles(folder)
  if (paths.length === 0) return null
  const sizes = await Promise.all(paths.map((path) => stat(path).then(({ size }) => size)))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Bytes of an open archive and its log. */
export function diskUse(path: string): number {
  const sizes = ['', '-wal', '-shm'].map((suffix) => statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0)
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Removes the archive and leaves everything else in the account's folder. The archive must be closed. */
export async function removeArchive(folder: string): Promise<void> {
  try {
    for (const path of await archiveFiles(folder)) await rm(path, { force: true })
  } catch (error) {
    throw fileError(folder, error)
  }
  // Fails where other files are left, which is intended.
  await rmdir(folder).catch(() => undefined)
}

/** Renames a damaged archive, so that a new one can take its place. Returns the new path. */
export async function moveAside(path: string, now: number): Promise<string> {
  const keptAs = join(dirname(path), `${asideName}${now}`)
  await renamePatiently(path, keptAs)
  for (const suffix of ['-wal', '-shm']) await renamePatiently(path + suffix, keptAs + suffix).catch(() => undefined)
  return keptAs
}

/** Removes the damaged files that were kept aside, which only a repair by hand could read. */
export async function removeDamaged(folder: string): Promise<void> {
  const damaged = (await archiveFiles(folder)).filter((path) => basename(path).startsWith(asideName))
  try {
    for (const path of damaged) await rm(path, { force: true })
  } catch (error) {
    throw fileError(folder, error)
  }
}

async function archiveFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw fileError(folder, error)
  })
  return names.filter((name) => name.startsWith(archiveFileName)).map((name) => join(folder, name))
}
