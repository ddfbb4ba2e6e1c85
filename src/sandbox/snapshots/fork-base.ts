import { constants } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { removeDatabase } from '../store/database/database.ts'
import type { SnapshotContent } from './snapshot-file.ts'
import { unpackContent } from './unpack-content.ts'
import type { WorkingFolder } from './working-folder.ts'

/** An unpacked snapshot of which each fork gets a copy. Valid until the snapshot’s file changes. */
export class ForkBase {
  /** Rejects if the snapshot can’t be unpacked. */
  readonly content: Promise<SnapshotContent>
  readonly stamp: string
  readonly #working: WorkingFolder
  #spare: Promise<string> | undefined
  /** Resolves once all copies that were requested are complete. */
  #copies: Promise<void> = Promise.resolve()

  constructor(snapshot: string, { stamp, working }: { stamp: string; working: WorkingFolder }) {
    this.stamp = stamp
    this.#working = working
    this.content = unpackContent(snapshot, working)
  }

  copy(): Promise<SnapshotContent> {
    const copy = this.#take()
    this.#copies = Promise.allSettled([this.#copies, copy]).then(() => undefined)
    return copy
  }

  /** Removes the files. Copies that were requested before are completed first. */
  async remove(): Promise<void> {
    await this.#copies
    const content = await this.content.catch(() => undefined)
    const spare = await this.#spare?.catch(() => undefined)
    if (content !== undefined) removeDatabase(content.path)
    if (spare !== undefined) removeDatabase(spare)
  }

  async #take(): Promise<SnapshotContent> {
    const { path, header } = await this.content
    const spare = this.#spare
    this.#spare = undefined
    // A copy that failed, for example because the disk was full, is made again.
    const copy = (await spare?.catch(() => undefined)) ?? (await this.#copyOf(path))
    // Copies the file for the next fork in advance, because the copy takes longer than the start.
    this.#spare ??= this.#copyOf(path)
    this.#spare.catch(() => undefined)
    return { path: copy, header }
  }

  /** On some file systems, this takes no time, because a copy shares the blocks of the original. */
  async #copyOf(path: string): Promise<string> {
    const copy = this.#working.file()
    await copyFile(path, copy, constants.COPYFILE_FICLONE)
    return copy
  }
}
