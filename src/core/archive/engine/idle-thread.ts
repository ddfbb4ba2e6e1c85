import type { Channel, Methods } from '../../base/threads/channel.ts'
import { closedError } from './archive-thread.ts'

/** An import calls several times a second; after it the thread only takes up memory. */
const idleMilliseconds = 5000

/** A thread that starts when it is needed and ends after a while without use. */
export class IdleThread<Calls extends Methods> {
  readonly #start: () => Promise<Channel<Calls>>
  #channel: Promise<Channel<Calls>> | null = null
  #users = 0
  #timer: NodeJS.Timeout | null = null
  #isClosed = false

  constructor(start: () => Promise<Channel<Calls>>) {
    this.#start = start
  }

  async use<T>(work: (channel: Channel<Calls>) => Promise<T>): Promise<T> {
    // An import may still be running when its archive is closed.
    if (this.#isClosed) throw closedError()
    if (this.#timer) clearTimeout(this.#timer)
    this.#users++
    try {
      return await work(await (this.#channel ??= this.#started()))
    } finally {
      if (--this.#users === 0) this.#timer = setTimeout(() => void this.#stop(), idleMilliseconds).unref()
    }
  }

  /** It cannot be started again. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#stop()
  }

  async #stop(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    const channel = this.#channel
    this.#channel = null
    // If it did not start, or died, its users have been told.
    await channel?.then((started) => started.close()).catch(() => undefined)
  }

  async #started(): Promise<Channel<Calls>> {
    try {
      return await this.#start()
    } catch (error) {
      this.#channel = null
      throw error
    }
  }
}
