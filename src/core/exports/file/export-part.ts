import { stat } from 'node:fs/promises'
import { PartFile } from '../../base/whole-files/part-file.ts'
import { chosenFileError } from '../../base/whole-files/chosen-file-error.ts'
import type { ExportProgress } from './progress.ts'
import type { PauseGate } from './pause-gate.ts'

type Options = { readonly gate: PauseGate; readonly progress: ExportProgress; readonly signal: AbortSignal }

/** An export’s file while it is being written. Writing can be paused, and the bytes are counted. */
export class ExportPart {
  readonly #file: PartFile
  readonly #options: Options

  private constructor(file: PartFile, options: Options) {
    this.#file = file
    this.#options = options
  }

  static async open(path: string, { mode, ...options }: Options & { mode: number }): Promise<ExportPart> {
    return new ExportPart(await onDisk(path, PartFile.open(path, { mode })), options)
  }

  get path(): string {
    return this.#file.path
  }

  async write(parts: readonly Uint8Array[]): Promise<void> {
    const { gate, progress, signal } = this.#options
    await gate.passed(signal)
    await onDisk(this.path, this.#file.write(parts))
    progress.wrote(parts.reduce((sum, part) => sum + part.length, 0))
  }

  /**
   * Called when the file is complete. Waits until it would survive a power failure, and returns its identity. An export that
   * is paused after its last row waits, too, because it may still be cancelled. It cannot be paused after that.
   */
  async finish(): Promise<{ bytes: number; identity: string }> {
    await this.#options.gate.passedLast(this.#options.signal)
    await onDisk(this.path, this.#file.sync())
    await onDisk(this.path, this.#file.close())
    const found = await onDisk(this.path, identityOf(this.path))
    if (found === null)
      throw chosenFileError(
        this.path,
        Object.assign(new Error('The partial file no longer exists.'), { code: 'ENOENT' }),
      )
    return found
  }

  size(): Promise<number> {
    return this.#file.size()
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  remove(): Promise<void> {
    return this.#file.remove()
  }
}

/** An identity that stays the same when a file is renamed, and differs for every other file. Null if there is no file. */
export async function identityOf(path: string): Promise<{ bytes: number; identity: string } | null> {
  const found = await stat(path, { bigint: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return found?.isFile() ? { bytes: Number(found.size), identity: `${found.ino}:${found.size}:${found.mtimeNs}` } : null
}

/**
 * Whether a file still has the size and the time of change in its identity. The file’s number is ignored, because network
 * shares and FAT disks may assign another one.
 */
export async function isUnchanged(path: string, identity: string | null): Promise<boolean> {
  const withoutNumber = (text: string): string => text.slice(text.indexOf(':'))
  const found = await identityOf(path)
  return found !== null && identity !== null && withoutNumber(found.identity) === withoutNumber(identity)
}

async function onDisk<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw chosenFileError(path, error)
  }
}
