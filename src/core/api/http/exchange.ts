import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'

type Controller = Dispatcher.DispatchController
export type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>

export type Answer = {
  status: number
  headers: AnswerHeaders
  /** The complete body, or at most the first 256 KB of an error page. */
  body: Buffer
  /** Used instead of the body if a stream was requested and the status is 2xx; otherwise null. */
  stream: Readable | null
}

/** Thrown when a body exceeds its limit; undici’s own `maxResponseSize` applies to the entire pool. */
export class TooLarge extends Error {
  readonly limit: number

  constructor(limit: number) {
    super(`more than ${limit} bytes`)
    this.limit = limit
  }
}

const errorBodyLimit = 256 * 1024
const empty = Buffer.alloc(0)

/**
 * One request and its response, using the pool’s `dispatch` directly. This is twice as fast as `pool.request` for small
 * calls and shows whether the request was started, which decides whether an effect can have happened.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  /** Whether bytes of the request may have reached the service. */
  started = false
  /** Whether the reader is slow, in which case the service is not to blame for the silence. */
  paused = false
  /** Whether no more bytes will arrive. Some that have arrived may still be unread. */
  ended = false
  /** Why the stream ends early. The bytes that have arrived are read first, since they may be the only copy. */
  broken: Error | null = null
  status: number | null = null
  bytes = 0
  readonly answer: Promise<Answer>
  #resolve: (answer: Answer) => void = () => undefined
  #reject: (reason: unknown) => void = () => undefined
  #controller: Controller | null = null
  #reason: Error | null = null
  #headers: AnswerHeaders = {}
  #chunks: Buffer[] = []
  #stream: Readable | null = null
  readonly #wantsStream: boolean
  readonly #limit: number

  constructor(options: { stream: boolean; limit: number }) {
    this.#wantsStream = options.stream
    this.#limit = options.limit
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    // An exchange can end before its response is awaited; a later await still gets the failure.
    this.answer.catch(() => undefined)
  }

  /** Awaits what the request needs before it can be sent; rejects as soon as the exchange is aborted. */
  prepared<T>(promise: Promise<T>): Promise<T> {
    // Before the request is sent, the promise of a response can only reject.
    return Promise.race([this.answer as Promise<never>, promise])
  }

  /** Ends the exchange immediately, even while it waits for a connection. */
  abort(reason: Error): void {
    if (this.#reason !== null) return
    this.#reason = reason
    this.#fail(reason)
    this.#controller?.abort(reason)
  }

  onRequestStart(controller: Controller): void {
    if (this.#reason !== null) {
      controller.abort(this.#reason)
      return
    }
    this.started = true
    this.#controller = controller
  }

  onResponseStart(_controller: Controller, status: number, headers: AnswerHeaders): void {
    if (status < 200) return
    this.status = status
    this.#headers = headers
    if (!this.#wantsStream || status >= 300) return
    const stream = this.#openStream()
    this.#stream = stream
    this.#resolve({ status, headers, body: empty, stream })
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    this.bytes += chunk.length
    if (this.#stream !== null) {
      if (!this.#stream.push(chunk)) {
        this.paused = true
        controller.pause()
      }
      return
    }
    if (this.status !== null && this.status >= 300 && this.bytes > errorBodyLimit) {
      // The rest of an error page is not worth keeping the connection for.
      this.#resolve(this.#whole())
      controller.abort(new TooLarge(errorBodyLimit))
      return
    }
    if (this.bytes > this.#limit) {
      this.abort(new TooLarge(this.#limit))
      return
    }
    this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    this.ended = true
    if (this.#stream === null) this.#resolve(this.#whole())
    else this.#stream.push(null)
  }

  onResponseError(_controller: Controller, error: Error): void {
    if (this.#stream === null || this.#reason !== null) {
      this.#fail(this.#reason ?? error)
      return
    }
    this.ended = true
    this.broken = error
    this.#stream.push(null)
  }

  #whole(): Answer {
    const chunks = this.#chunks
    const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
    return { status: this.status ?? 0, headers: this.#headers, body, stream: null }
  }

  #fail(error: Error): void {
    this.#reject(error)
    this.#stream?.destroy(error)
  }

  #openStream(): Readable {
    const stream = new Readable({
      highWaterMark: 1024 * 1024,
      read: () => {
        if (!this.paused) return
        this.paused = false
        this.#controller?.resume()
      },
      destroy: (error, callback) => {
        if (!this.#stream?.readableEnded) this.abort(error ?? new Error('The reader stopped.'))
        callback(error)
      },
    })
    // The stream can break within its first packet, before the reader listens; the reader then finds it `errored`.
    return stream.on('error', () => undefined)
  }
}
