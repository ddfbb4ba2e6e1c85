import { mkdir, rm, rmdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import { safeName } from '#shared/text/safe-name.ts'
import { writeWhole, type PartFile } from '../base/whole-files/part-file.ts'
import { chosenFileError } from '../base/whole-files/chosen-file-error.ts'

/**
 * A new folder inside a folder chosen by the user. It never replaces an existing file or folder, so files written to it
 * can’t collide with others.
 */
export class NewFolder {
  readonly path: string
  readonly #written: string[] = []

  private constructor(path: string) {
    this.path = path
  }

  static async make(parent: string, name: string): Promise<NewFolder> {
    for (let number = 1; ; number++) {
      const path = join(parent, number === 1 ? name : `${name} (${number})`)
      try {
        await mkdir(path)
        return new NewFolder(path)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw chosenFileError(path, error)
      }
    }
  }

  get name(): string {
    return basename(this.path)
  }

  /** How many complete files have been written here. */
  get written(): number {
    return this.#written.length
  }

  /** Writes a file completely or not at all. */
  async write(name: string, content: Readable, signal: AbortSignal): Promise<void> {
    const target = join(this.path, safeName(name))
    await writeWhole(target, (part) => pipeline(content, intoPart(part), { signal })).catch((error: unknown) => {
      throw chosenFileError(target, error)
    })
    this.#written.push(target)
  }

  async removeEmpty(): Promise<void> {
    if (this.written === 0) await rmdir(this.path).catch(() => undefined)
  }

  /** Removes the files written here, and the folder unless the user has put something into it. */
  async remove(): Promise<void> {
    for (const path of this.#written) await rm(path, { force: true }).catch(() => undefined)
    await rmdir(this.path).catch(() => undefined)
  }
}

function intoPart(part: PartFile): (content: AsyncIterable<Uint8Array>) => Promise<void> {
  return async (content) => {
    for await (const chunk of content) await part.write([chunk])
  }
}
