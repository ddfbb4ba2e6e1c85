import type { Channel, Methods } from '../../base/threads/channel.ts'
import { closedError } from './archive-thread.ts'

/** An import makes several calls per second. After the import, an idle thread only uses up memory. */
const idleMilliseconds = 5000

/** A thread that starts when needed and ends after a period without use. */
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
    // An import may still be running when its archive is closed, but must not start the thread again.
    if (this.#isClosed) throw closedError()
    if (this.#timer) clearTimeout(this.#timer)
    this.#users++
    try {
      return await work(await (this.#channel ??= this.#started()))
    } finally {
      if (--this.#users === 0) this.#timer = setTimeout(() => void this.#stop(), idleMilliseconds).unref()
    }
  }

  /** Closes the thread permanently. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#stop()
  }

  async #stop(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    const channel = this.#channel
    this.#channel = null
    // If the thread did not start, or ended unexpectedly, its users have already been notified.
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
