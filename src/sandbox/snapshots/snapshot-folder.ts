import { readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { snapshotNamePattern as namePattern } from '#shared/contract/base/sandbox/snapshot-name.ts'
import { makeFolder } from '#formats/base/make-folder.ts'
import { invalid, notFound, ServiceError } from '../http/service-error.ts'
import { shown } from '../readers/fields.ts'
import { notWritten, readHeader, type SnapshotFile } from './snapshot-file.ts'

export type NamedSnapshot = Omit<SnapshotFile, 'path'> & { name: string }
/** If the file can’t be read, `problem` is a sentence that says why, and the other fields are unknown. */
export type ListedSnapshot = NamedSnapshot | { name: string; problem: string }

const extension = '.snapshot'

/** A folder with one file per snapshot. */
export class SnapshotFolder {
  readonly #folder: string | undefined

  constructor(folder: string | undefined) {
    this.#folder = folder
  }

  pathOf(name: string): string {
    if (!namePattern.test(name)) {
      throw invalid(
        `${shown(name)} can’t be the name of a snapshot. Use 1 to 100 letters (a to z), digits, dots, hyphens and underscores, and begin with a letter or a digit.`,
      )
    }
    if (this.#folder === undefined) {
      throw new ServiceError(
        409,
        'no-folder',
        'This sandbox is in memory and has no folder for snapshots. Start it with --snapshots FOLDER or --data FOLDER.',
      )
    }
    return join(this.#folder, name + extension)
  }

  /** Creates the folder if necessary. */
  pathToSave(name: string): string {
    const path = this.pathOf(name)
    try {
      makeFolder(dirname(path))
    } catch (error) {
      throw notWritten(path, error)
    }
    return path
  }

  /** In alphabetical order. */
  async list(): Promise<ListedSnapshot[]> {
    const files = this.#folder === undefined ? [] : await readdir(this.#folder).catch(emptyIfMissing)
    const names = files.filter((file) => file.endsWith(extension)).map((file) => file.slice(0, -extension.length))
    return Promise.all(
      names
        .filter((name) => namePattern.test(name))
        .sort()
        .map((name) => this.#listed(name)),
    )
  }

  find(name: string): Promise<SnapshotFile> {
    return this.use(name, readHeader)
  }

  /**
   * Calls `work` with the path of a snapshot, whose file may be removed at any time by another sandbox or the user. If it
   * is missing, the error says which snapshots exist.
   */
  async use<Result>(name: string, work: (path: string) => Promise<Result>): Promise<Result> {
    const path = this.pathOf(name)
    return work(path).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' || error.path !== path) throw error
      const names = (await this.list()).map((snapshot) => snapshot.name)
      const others =
        names.length === 0 ? 'There are no snapshots yet.' : `Existing snapshots: ${names.slice(0, 20).join(', ')}.`
      throw notFound(`There is no snapshot ${shown(name)}. ${others}`)
    })
  }

  remove(name: string): Promise<void> {
    return this.use(name, (path) => rm(path))
  }

  async #listed(name: string): Promise<ListedSnapshot> {
    try {
      const { path: _, ...snapshot } = await this.find(name)
      return { name, ...snapshot }
    } catch (error) {
      return { name, problem: (error as Error).message }
    }
  }
}

function emptyIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
  throw error
}
