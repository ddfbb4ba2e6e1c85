import type { Channel, Methods } from '../../base/threads/channel.ts'
import { closedError } from './archive-thread.ts'

/** An import calls several times a second; after it the thread only holds memory. */
const idleMilliseconds = 5000

/** A thread that is started when it is needed, and ends when it is not for a while. */
export class IdleThread<Calls extends Methods> {
  readonly #start: () => Promise<Channel<Calls>>
  #channel: Promise<Channel<Calls>> | null = null
  #users = 0
  #end: NodeJS.Timeout | null = null
  #isClosed = false

  constructor(start: () => Promise<Channel<Calls>>) {
    this.#start = start
  }

  async use<T>(work: (channel: Channel<Calls>) => Promise<T>): Promise<T> {
    // An import may go on for a while after its archive was closed.
    if (this.#isClosed) throw closedError()
    if (this.#end) clearTimeout(this.#end)
    this.#users++
    try {
      return await work(await (this.#channel ??= this.#started()))
    } finally {
      if (--this.#users === 0) this.#end = setTimeout(() => void this.#rest(), idleMilliseconds).unref()
    }
  }

  /** For good. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#rest()
  }

  async #rest(): Promise<void> {
    if (this.#end) clearTimeout(this.#end)
    const channel = this.#channel
    this.#channel = null
    // One that did not start, or died, was told to who wanted it.
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
