import { readdir, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileError } from './json-file.ts'
import { renamePatiently } from './whole-files/rename-patiently.ts'

const logSuffixes = ['-wal', '-shm']

/** Operations on an entire database file. `fileName` is its name in the account’s folder. The file must be closed. */
export function databaseFiles(fileName: string) {
  /** The beginning of a damaged file’s new name. It is followed by the time at which the file was moved aside. */
  const asideName = `${fileName}.damaged-`

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
      for (const path of await all(folder)) if (isMeant(basename(path))) await rm(path, { force: true })
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
    /** Renames a damaged file and its log, so that a new file can take its place. Returns the new path. */
    async moveAside(path: string, now: number): Promise<string> {
      const keptAs = join(dirname(path), `${asideName}${now}`)
      await renamePatiently(path, keptAs)
      for (const suffix of logSuffixes) await renamePatiently(path + suffix, keptAs + suffix).catch(() => undefined)
      return keptAs
    },
    /** Undoes `moveAside`. A file that has taken its place in the meantime is removed. */
    async moveBack(keptAs: string, path: string): Promise<void> {
      for (const suffix of logSuffixes) await rm(path + suffix, { force: true })
      await renamePatiently(keptAs, path)
      for (const suffix of logSuffixes) await renamePatiently(keptAs + suffix, path + suffix).catch(() => undefined)
    },
    /**
     * Removes damaged files that were set aside: they are readable only after manual repair, and cannot be searched for a
     * person.
     */
    removeDamaged: (folder: string): Promise<void> => removeThose(folder, (name) => name.startsWith(asideName)),
  }
}
