import { AppError } from '#shared/contract/base/error.ts'
import type { AppEvent } from '#shared/contract/events.ts'
import type { Link } from './host.ts'

/**
 * Milliseconds between attempts while a foreign host is at the address, because such a host is not expected to
 * disappear soon.
 */
const foreignMilliseconds = 10_000

/**
 * Reads the host’s events like an EventSource, which cannot send a header. Reconnects automatically after the delay that
 * the host sets, until the host refuses the connection.
 */
export class EventStream {
  readonly #connect: () => Promise<Response>
  readonly #listeners = new Set<(event: AppEvent) => void>()
  readonly #linkListeners = new Set<(link: Link) => void>()
  /** The last reported state of the link; null until the first report. */
  #link: Link | null = null
  #retryMilliseconds = 3000
  /** Ends the pause before the next attempt. */
  #wake: () => void = () => undefined

  /** `connect` requests the host’s stream, and rejects while the host does not respond. */
  constructor(connect: () => Promise<Response>) {
    this.#connect = connect
    void this.#run()
  }

  get link(): Link | null {
    return this.#link
  }

  subscribe(listener: (event: AppEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  onLink(listener: (link: Link) => void): () => void {
    this.#linkListeners.add(listener)
    if (this.#link !== null && this.#link !== 'up') listener(this.#link)
    return () => void this.#linkListeners.delete(listener)
  }

  reconnect(): void {
    this.#wake()
  }

  async #run(): Promise<void> {
    while (this.#link !== 'ended') {
      this.#become(await this.#follow())
      if (this.#link === 'down') await this.#pause(this.#retryMilliseconds)
      else if (this.#link === 'foreign') await this.#pause(Math.max(this.#retryMilliseconds, foreignMilliseconds))
    }
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Reads one connection to its end and returns the link’s state after it. */
  async #follow(): Promise<Link> {
    try {
      const response = await this.#connect()
      // A refusal is permanent, so there is no point in trying again.
      if (response.status !== 200 || response.body === null) return 'ended'
      this.#become('up')
      await this.#read(response.body)
      return 'down'
    } catch (thrown) {
      // A page without a valid key is not given one later. A broken connection or an absent host may recover.
      if (!(thrown instanceof AppError)) return 'down'
      if (thrown.code === 'foreign-host') return 'foreign'
      return thrown.retryable ? 'down' : 'ended'
    }
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    const reader = body.getReader()
    const decoder = new TextDecoder()
    let pending = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      // If a block was split within its terminator, the first of the two line breaks is already there.
      let searched = Math.max(pending.length - 1, 0)
      pending += decoder.decode(value, { stream: true })
      let begin = 0
      for (let end = pending.indexOf('\n\n', searched); end >= 0; end = pending.indexOf('\n\n', searched)) {
        this.#receive(pending.slice(begin, end))
        begin = searched = end + 2
      }
      pending = pending.slice(begin)
    }
  }

  #receive(block: string): void {
    for (const line of block.split('\n')) {
      if (line.startsWith('retry: ')) this.#retryMilliseconds = Number(line.slice('retry: '.length))
      if (line.startsWith('data: ')) this.#emit(JSON.parse(line.slice('data: '.length)) as AppEvent)
    }
  }

  /** A failing listener is an error in the page and must not stop the reading. */
  #emit(event: AppEvent): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(event)
      } catch (thrown) {
        reportError(thrown)
      }
    }
  }

  #become(link: Link): void {
    this.#link = link
    for (const listener of [...this.#linkListeners]) listener(link)
  }
}
