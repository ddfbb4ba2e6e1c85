import { readdir, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileError } from '../../base/json-file.ts'
import { renamePatiently } from '../../base/whole-files/rename-patiently.ts'

const fileName = 'bodies.sqlite'
/** What follows is when it was moved aside. */
const asideName = `${fileName}.damaged-`

export function bodiesPath(folder: string): string {
  return join(folder, fileName)
}

/** Where earlier versions kept them. */
export function archivePath(folder: string): string {
  return join(folder, 'archive.sqlite')
}

/** Bytes of all files, with the log and what was moved aside; null where there is none. */
export async function bodiesBytes(folder: string): Promise<number | null> {
  const paths = await bodiesFiles(folder)
  if (paths.length === 0) return null
  const sizes = await Promise.all(paths.map((path) => stat(path).then(({ size }) => size)))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Removes the files and leaves everything else in the account's folder. They must be closed. */
export async function removeBodies(folder: string): Promise<void> {
  await removeFiles(folder, () => true)
  // Fails where other files are left, which is intended.
  await rmdir(folder).catch(() => undefined)
}

/** Renames a damaged file, so that a new one can take its place. Returns the new path. */
export async function moveBodiesAside(path: string, now: number): Promise<string> {
  const keptAs = join(dirname(path), `${asideName}${now}`)
  await renamePatiently(path, keptAs)
  for (const suffix of ['-wal', '-shm']) await renamePatiently(path + suffix, keptAs + suffix).catch(() => undefined)
  return keptAs
}

/** Removes the damaged files that were kept aside: they cannot be searched for a person. */
export function removeDamagedBodies(folder: string): Promise<void> {
  return removeFiles(folder, (name) => name.startsWith(asideName))
}

async function removeFiles(folder: string, isMeant: (name: string) => boolean): Promise<void> {
  try {
    for (const path of await bodiesFiles(folder)) if (isMeant(basename(path))) await rm(path, { force: true })
  } catch (error) {
    throw fileError(folder, error)
  }
}

async function bodiesFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw fileError(folder, error)
  })
  return names.filter((name) => name.startsWith(fileName)).map((name) => join(folder, name))
}
