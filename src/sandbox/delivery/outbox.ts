import { mkdir, readdir, rename, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Files kept: the folder is for looking into, the messages themselves are in the database. */
const mostFiles = 1000
const mostWaiting = 1000
const restWhileBusy = 50
/** So many messages within so many milliseconds are a flood: each file costs as much as taking a message in. */
const flood = { messages: 32, within: 250 }

/**
 * Writes messages as `.eml` files behind the sends. When more comes than the disk takes, the oldest waiting are left
 * out: every message can be composed again from the database at any time.
 */
export class Outbox {
  readonly #folder: string
  readonly #source: (id: string) => Buffer | undefined
  readonly #isBusy: () => boolean
  readonly #onError: (error: unknown) => void
  #waiting: string[] = []
  /** When the last messages came, each in the place of the one that came so many before it. */
  readonly #arrivals = new Float64Array(flood.messages).fill(-Infinity)
  #count = 0
  #files: string[] = []
  #work: Promise<void> | undefined
  #isClosed = false

  constructor(options: {
    folder: string
    source: (id: string) => Buffer | undefined
    /** Sends go first: the files wait until there is time for them. */
    isBusy: () => boolean
    onError: (error: unknown) => void
  }) {
    this.#folder = options.folder
    this.#source = options.source
    this.#isBusy = options.isBusy
    this.#onError = options.onError
  }

  async open(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    this.#files = (await readdir(this.#folder)).filter((name) => name.endsWith('.eml')).sort()
  }

  add(id: string): void {
    if (this.#isClosed) return
    this.#waiting.push(id)
    this.#arrivals[this.#count++ % flood.messages] = performance.now()
    if (this.#waiting.length > mostWaiting * 2) this.#waiting = this.#waiting.slice(-mostWaiting)
    this.#work ??= this.#write().catch(this.#onError)
  }

  /** Writes what waits, and nothing more after it. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#work
  }

  /** Resolves when every message added so far is on disk. */
  async settle(): Promise<void> {
    await this.#work
  }

  get #isFlooded(): boolean {
    return performance.now() - this.#arrivals[this.#count % flood.messages]! < flood.within
  }

  async #write(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        while ((this.#isBusy() || this.#isFlooded) && !this.#isClosed) await sleep(restWhileBusy)
        const id = this.#waiting.shift()!
        const source = this.#source(id)
        if (source !== undefined) await this.#writeFile(`${id}.eml`, source)
      }
    } finally {
      this.#work = undefined
    }
  }

  async #writeFile(name: string, source: Buffer): Promise<void> {
    const path = join(this.#folder, name)
    await writeFile(`${path}.part`, source, { mode: 0o600 })
    await rename(`${path}.part`, path)
    this.#files.push(name)
    if (this.#files.length > mostFiles) await unlink(join(this.#folder, this.#files.shift()!)).catch(() => undefined)
  }
}
