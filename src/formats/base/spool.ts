import { mkdtemp, open, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const readLength = 64 * 1024

/** A temporary file that is written completely and then read from the beginning. */
export class Spool {
  size = 0
  readonly #file: FileHandle
  readonly #folder: string

  constructor(file: FileHandle, folder: string) {
    this.#file = file
    this.#folder = folder
  }

  static async create(parent = tmpdir()): Promise<Spool> {
    const folder = await mkdtemp(join(parent, 'mailroom-xls-'))
    const file = await open(join(folder, 'spool'), 'wx+', 0o600)
    // An unlinked file disappears with the process, even if the process is killed. Windows cannot remove an open file, so
    // close() removes it there.
    await removeIfPossible(folder)
    return new Spool(file, folder)
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      const { bytesWritten } = await this.#file.write(bytes, at, bytes.length - at, this.size)
      at += bytesWritten
      this.size += bytesWritten
    }
  }

  async *read(start: number, end: number): AsyncGenerator<Uint8Array> {
    for (let at = start; at < end;) {
      const block = Buffer.allocUnsafe(Math.min(readLength, end - at))
      const { bytesRead } = await this.#file.read(block, 0, block.length, at)
      if (bytesRead === 0) throw new Error('A temporary file was changed while Mailroom was reading it. Start again.')
      at += bytesRead
      yield block.subarray(0, bytesRead)
    }
  }

  async close(): Promise<void> {
    await this.#file.close()
    await removeIfPossible(this.#folder)
  }
}

async function removeIfPossible(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true })
  } catch {
    // This is not an error, because the system cleans up its temporary folder.
  }
}
