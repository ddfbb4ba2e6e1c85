import { existsSync } from 'node:fs'
import { readdir, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileError } from './json-file.ts'
import { patiently, renamePatiently } from './whole-files/rename-patiently.ts'

function replacementOf(path: string): string {
  return `${path}.new`
}

/** The new file must not be opened with the damaged file’s log, which would be applied to it. */
async function moveLog(path: string, keptAs: string): Promise<void> {
  const log = `${path}-wal`
  if (existsSync(log)) await renamePatiently(log, `${keptAs}-wal`)
}

/** Renames both or neither. */
async function moveWithLog(path: string, keptAs: string): Promise<void> {
  await renamePatiently(path, keptAs)
  try {
    await moveLog(path, keptAs)
  } catch (error) {
    await renamePatiently(keptAs, path).catch(() => undefined)
    throw error
  }
}

/** Operations on an entire database file. `fileName` is its name in the account’s folder. The file must be closed. */
export function databaseFiles(fileName: string) {
  /** The beginning of a damaged file’s new name. It is followed by the time at which the file was moved aside. */
  const asideName = `${fileName}.damaged-`

  const keptName = (path: string, now: number): string => join(dirname(path), `${asideName}${now}`)

  /** The file, its log, and the files moved aside. */
  async function all(folder: string): Promise<string[]> {
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw fileError(folder, error)
    })
    return names.filter((name) => name.startsWith(fileName)).map((name) => join(folder, name))
  }

  async function removeThose(folder: string, isMeant: (name: string) => boolean): Promise<void> {
    try {
      for (const path of await all(folder))
        if (isMeant(basename(path))) await patiently(() => rm(path, { force: true }))
    } catch (error) {
      throw fileError(folder, error)
    }
  }

  return {
    pathIn: (folder: string): string => join(folder, fileName),
    /** The size of all these files in bytes; null if there are none. */
    async bytes(folder: string): Promise<number | null> {
      const paths = await all(folder)
      if (paths.length === 0) return null
      const sizes = await Promise.all(paths.map((path) => stat(path).then(({ size }) => size)))
      return sizes.reduce((sum, size) => sum + size, 0)
    },
    /** Removes these files, and the folder too if nothing else is in it. */
    async remove(folder: string): Promise<void> {
      await removeThose(folder, () => true)
      // This fails if other files are left, which is intended.
      await rmdir(folder).catch(() => undefined)
    },
    /** The name of a file that is prepared to take a damaged file’s place. */
    replacementOf,
    removeReplacement: (path: string): Promise<void> =>
      removeThose(dirname(path), (name) => name.startsWith(basename(replacementOf(path)))),
    /** Renames a damaged file and its log, so that a new file can take its place. Returns the new path. */
    async moveAside(path: string, now: number): Promise<string> {
      const keptAs = keptName(path, now)
      await moveWithLog(path, keptAs).catch((error: unknown) => {
        throw fileError(path, error)
      })
      // SQLite builds the index of the log again.
      await renamePatiently(`${path}-shm`, `${keptAs}-shm`).catch(() => undefined)
      return keptAs
    },
    /**
     * Gives a prepared file the name of the damaged one that was moved aside. Called at each start, too, because the
     * process may have ended between the two. A file that was still being prepared is removed.
     */
    async settleReplacement(path: string, now: number): Promise<void> {
      const replacement = replacementOf(path)
      if (!existsSync(replacement)) return
      // A file that can't be removed yet must not keep the other from opening.
      if (existsSync(path)) return this.removeReplacement(path).catch(() => undefined)
      try {
        await moveLog(path, keptName(path, now))
        await renamePatiently(replacement, path)
      } catch (error) {
        throw fileError(path, error)
      }
    },
    /**
     * Removes damaged files that were set aside: they are readable only after manual repair, and cannot be searched for a
     * person.
     */
    removeDamaged: (folder: string): Promise<void> => removeThose(folder, (name) => name.startsWith(asideName)),
  }
}
