import type { NewSend, Store } from '../store/index.ts'

type Waiting = Omit<PromiseWithResolvers<string[]>, 'promise'> & { send: NewSend }

/** Limits how long one transaction blocks the event loop, at 123,000 rows a second. */
const messagesPerCommit = 2000
/** How many milliseconds after a commit the sandbox counts as idle. */
const idleAfter = 20

/**
 * Writes everything that arrives within one turn of the event loop in a single transaction, and responds only once it is on
 * disk. One commit per call would limit the sandbox to a few hundred sends a second.
 */
export class GroupCommit {
  readonly #store: Store
  readonly #onCommit: (send: NewSend, ids: string[]) => void
  #waiting: Waiting[] = []
  #isScheduled = false
  #lastCommit = -Infinity

  constructor(store: Store, onCommit: (send: NewSend, ids: string[]) => void) {
    this.#store = store
    this.#onCommit = onCommit
  }

  /**
   * Even a busy sandbox may have nothing waiting between two turns, so the last commit must also have been some time
   * ago.
   */
  get isIdle(): boolean {
    return this.#waiting.length === 0 && performance.now() - this.#lastCommit > idleAfter
  }

  write(send: NewSend): Promise<string[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ send, resolve, reject })
      this.#schedule()
    })
  }

  /** Writes all waiting sends before the store is closed. */
  flush(): void {
    while (this.#waiting.length > 0) this.#commit(this.#take())
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#commit(this.#take())
      if (this.#waiting.length > 0) this.#schedule()
    })
  }

  #take(): Waiting[] {
    let messages = 0
    let count = 0
    for (const { send } of this.#waiting) {
      if (count > 0 && messages + send.messages.length > messagesPerCommit) break
      messages += send.messages.length
      count++
    }
    return this.#waiting.splice(0, count)
  }

  #commit(batch: readonly Waiting[]): void {
    this.#lastCommit = performance.now()
    let ids: string[][]
    try {
      ids = this.#store.messages.insert(batch.map(({ send }) => send))
    } catch (error) {
      // A send that cannot be written must not cause the others to fail.
      if (batch.length === 1) batch[0]!.reject(error)
      else for (const one of batch) this.#commit([one])
      return
    }
    // Writing a large send takes longer than `idleAfter`, and without this its file would be created before its call gets a
    // response.
    this.#lastCommit = performance.now()
    batch.forEach(({ send, resolve }, index) => {
      const own = ids[index] ?? []
      resolve(own)
      this.#onCommit(send, own)
    })
  }
}
