import { randomBytes } from 'node:crypto'
import { open, readdir, rm, stat, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { renamePatiently } from './rename-patiently.ts'

/** A file written next to its final path, so that an incomplete file never has the final name. */
export class PartFile {
  readonly path: string
  readonly #file: FileHandle
  #isOpen = true

  private constructor(path: string, file: FileHandle) {
    this.path = path
    this.#file = file
  }

  /** Rejects if the file already exists. */
  static async open(path: string, { mode = 0o666 } = {}): Promise<PartFile> {
    return new PartFile(path, await open(path, 'wx', mode))
  }

  async write(parts: readonly Uint8Array[]): Promise<void> {
    let left = [...parts]
    while (left.length > 0) {
      let { bytesWritten } = await this.#file.writev(left)
      // A nearly full disk accepts only part of the data; the next write gets the error.
      const at = left.findIndex((part) => (bytesWritten -= part.length) < 0)
      left = at < 0 ? [] : [left[at]!.subarray(bytesWritten), ...left.slice(at + 1)]
    }
  }

  async size(): Promise<number> {
    return (await (this.#isOpen ? this.#file.stat() : stat(this.path))).size
  }

  /** Once this has resolved, the content survives a power failure. */
  sync(): Promise<void> {
    return this.#file.sync()
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return
    this.#isOpen = false
    await this.#file.close()
  }

  async remove(): Promise<void> {
    await this.close().catch(() => undefined)
    await rm(this.path, { force: true }).catch(() => undefined)
  }
}

/** The part file is in the final file’s folder, because moving it from another disk would mean copying it. */
export function partPathOf(target: string): string {
  return `${target}.part-${randomBytes(4).toString('hex')}`
}

type WholeOptions = {
  /** Whether to wait until the file would survive a power failure. */
  readonly durable?: boolean
  readonly mode?: number
}

/**
 * Writes a file completely. If the disk fills up, no incomplete file gets the final name, and an earlier file stays
 * unchanged.
 */
export async function writeWhole(
  target: string,
  write: (part: PartFile) => Promise<void>,
  { durable = false, mode = 0o666 }: WholeOptions = {},
): Promise<void> {
  const part = await PartFile.open(partPathOf(target), { mode })
  try {
    await write(part)
    if (durable) await part.sync()
    await part.close()
    await renamePatiently(part.path, target)
  } catch (error) {
    await part.remove()
    throw error
  }
  if (durable) await syncFolder(dirname(target))
}

/**
 * Removes the part files of a run that was killed while writing. The data folder is locked, so nothing else writes there.
 */
export async function removeParts(path: string): Promise<void> {
  // A missing folder contains no parts; an unreadable folder is reported when the file itself is read.
  const names = await readdir(dirname(path)).catch(() => [])
  const stale = names.filter((name) => name.startsWith(`${basename(path)}.part-`))
  for (const name of stale) await rm(join(dirname(path), name), { force: true }).catch(() => undefined)
}

/** Makes new names in a folder survive a power failure. Not every system supports that for a folder. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => null)
  await folder?.sync().catch(() => undefined)
  await folder?.close().catch(() => undefined)
}
