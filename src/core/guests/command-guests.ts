import { once } from 'node:events'
import type { Guests, Opening } from './guests.ts'
import { openGuests } from './open-guests.ts'

/**
 * A command that ends within this time opens no socket. A program that arrives in the meantime waits for the data
 * folder.
 */
const soonMilliseconds = 150

type Ending = {
  /** Ends the wait for guests. */
  readonly signal: AbortSignal
  readonly onWait: () => void
}

/** The guests of a command, which may end immediately and then close its app. */
export class CommandGuests {
  readonly #app: Opening['app']
  readonly #timer: NodeJS.Timeout
  #opened: Promise<Guests | null> = Promise.resolve(null)

  constructor(opening: Opening) {
    this.#app = opening.app
    this.#timer = setTimeout(() => (this.#opened = openGuests(opening).catch(() => null)), soonMilliseconds)
  }

  /**
   * Closes the app and the socket, each even if the other fails. Guests finish their work first, unless the signal ends the
   * wait.
   */
  async end({ signal, onWait }: Ending): Promise<void> {
    clearTimeout(this.#timer)
    const guests = await this.#opened
    try {
      guests?.stop()
      if (guests && guests.count > 0 && !signal.aborted) {
        const interrupted = once(signal, 'abort')
        onWait()
        await Promise.race([guests.left(), interrupted])
      }
    } finally {
      await this.#app.close().finally(() => guests?.close())
    }
  }
}
