import type { NewSend, Store } from '../store/index.ts'

type Waiting = {
  send: NewSend
  resolve: (ids: string[]) => void
  reject: (error: unknown) => void
}

/** Bounds how long the event loop is held by one transaction (123,000 rows a second were measured). */
const messagesPerCommit = 2000
const breath = 20

/**
 * Everything that arrives within one turn of the event loop is written in one transaction, and nobody is answered
 * before it is on disk: one commit per call would cap the sandbox at some hundred sends a second.
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

  /** Of the turn of the event loop before this one too: between two turns of a busy sandbox nothing waits. */
  get isIdle(): boolean {
    return this.#waiting.length === 0 && performance.now() - this.#lastCommit > breath
  }

  write(send: NewSend): Promise<string[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ send, resolve, reject })
      this.#schedule()
    })
  }

  /** Writes what waits now, before the store is closed. */
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
      // One send that cannot be written must not take the others with it.
      if (batch.length === 1) batch[0]!.reject(error)
      else for (const one of batch) this.#commit([one])
      return
    }
    batch.forEach(({ send, resolve }, index) => {
      const own = ids[index] ?? []
      resolve(own)
      this.#onCommit(send, own)
    })
  }
}
