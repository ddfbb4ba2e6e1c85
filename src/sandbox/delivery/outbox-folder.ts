import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * When there are more files, the oldest are removed: the folder is only for browsing, and the database has all
 * messages.
 */
const maxFiles = 1000
const maxWaiting = 1000
const retryWhileBusy = 50
/** The file name’s ending until the file is complete. */
const part = '.part'
/**
 * No files are written while this many messages arrive within this many milliseconds, because writing a file takes as
 * long as accepting a message.
 */
const flood = { messages: 32, within: 250 }

export type OutboxNeeds = {
  folder: string
  /** The source of a sent message, in pieces. */
  sourcePieces: (id: string) => Iterable<Buffer> | undefined
  /** Whether a caller is waiting for a send to be stored. Sends take precedence over writing files. */
  isBusy: () => boolean
  onError: (error: unknown) => void
}

/**
 * Writes messages as `.eml` files after the calls that sent them have received their responses. If the disk is too
 * slow, the oldest waiting messages get no file; they are in the database anyway.
 */
export class OutboxFolder {
  readonly #needs: OutboxNeeds
  #waiting: string[] = []
  /** Arrival times of the most recent messages, as a ring buffer. */
  readonly #arrivals = new Float64Array(flood.messages).fill(-Infinity)
  #count = 0
  #files: string[] = []
  #work: Promise<void> | undefined
  #isClosed = false

  constructor(needs: OutboxNeeds) {
    this.#needs = needs
  }

  async open(): Promise<void> {
    await mkdir(this.#needs.folder, { recursive: true, mode: 0o700 })
    const names = await readdir(this.#needs.folder)
    // A process that was killed while writing a file leaves it unfinished.
    for (const name of names) if (name.endsWith(`.eml${part}`)) await this.#remove(name)
    this.#files = names.filter((name) => name.endsWith('.eml')).sort()
  }

  add(id: string): void {
    if (this.#isClosed) return
    this.#waiting.push(id)
    this.#arrivals[this.#count++ % flood.messages] = performance.now()
    if (this.#waiting.length > maxWaiting * 2) this.#waiting = this.#waiting.slice(-maxWaiting)
    this.#work ??= this.#writeWaiting()
  }

  /** Writes the waiting messages and accepts no more. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#work
  }

  /** Resolves when no message is waiting. */
  async settle(): Promise<void> {
    await this.#work
  }

  get #isFlooded(): boolean {
    return performance.now() - this.#arrivals[this.#count % flood.messages]! < flood.within
  }

  /** A message whose file can’t be written is skipped, so that it doesn’t hold up the others. */
  async #writeWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      while ((this.#needs.isBusy() || this.#isFlooded) && !this.#isClosed) await sleep(retryWhileBusy)
      await this.#write(this.#waiting.shift()!).catch(this.#needs.onError)
    }
    this.#work = undefined
  }

  async #write(id: string): Promise<void> {
    const source = this.#needs.sourcePieces(id)
    if (source !== undefined) await this.#writeFile(`${id}.eml`, source)
  }

  async #writeFile(name: string, source: Iterable<Buffer>): Promise<void> {
    const path = join(this.#needs.folder, name)
    try {
      await writeFile(`${path}${part}`, source, { mode: 0o600 })
      await rename(`${path}${part}`, path)
    } catch (error) {
      await this.#remove(`${name}${part}`)
      throw error
    }
    this.#files.push(name)
    if (this.#files.length > maxFiles) await this.#remove(this.#files.shift()!)
  }

  /** A file that can’t be removed only wastes space. */
  async #remove(name: string): Promise<void> {
    await rm(join(this.#needs.folder, name), { force: true }).catch(() => undefined)
  }
}
