import type { IncomingMessage } from 'node:http'
import type { Limits } from '../base/options.ts'
import type { Budget } from './budget.ts'
import { ServiceError } from './service-error.ts'

const empty = Buffer.alloc(0)

export type ReceivedBody = {
  /** The complete body, or the start of a refused body. */
  bytes: Buffer
  length: number
  /** How many bytes of the budget remain reserved for the body after `free`. */
  held?: number
  refusal?: ServiceError
  /** Whether more of the body may follow, so that the connection cannot be used for another call. */
  isUnfinished?: boolean
}

export const noBody: ReceivedBody = { bytes: empty, length: 0 }

/** Bytes beyond the limit are discarded. Once a body exceeds this multiple of the limit, its connection is cut. */
const discardFactor = 4
/** How many bytes of an unread body are kept for the log, and how many milliseconds to wait for the next chunk. */
const refusedBytes = 4096
const refusedWait = 250

/**
 * A body longer than this is received into a single block of memory, because joining chunks would need twice as much.
 */
const longBody = 1_048_576

type Receiving = {
  progressAt: number
  giveUp: () => void
}

/** Receives request bodies within a shared byte budget and abandons those that make no progress. */
export class BodyReceiver {
  readonly #budget: Budget
  readonly #stallLimit: number
  readonly #checkMilliseconds: number
  readonly #receiving = new Set<Receiving>()
  #timer: NodeJS.Timeout | undefined

  constructor(
    budget: Budget,
    { bodyMilliseconds, checkMilliseconds }: Pick<Limits, 'bodyMilliseconds' | 'checkMilliseconds'>,
  ) {
    this.#budget = budget
    this.#stallLimit = bodyMilliseconds
    this.#checkMilliseconds = checkMilliseconds
  }

  /**
   * Collects a body of up to `limit` bytes. The rest of a larger body is discarded before the call is refused: many
   * clients read no response before they have written everything, and would see a broken connection instead of the
   * reason. The caller must return the body’s bytes to the budget with `release`. `tooLarge` is a function because
   * creating an error with its stack takes 50 µs.
   */
  read(request: IncomingMessage, limit: number, tooLarge: () => ServiceError): Promise<ReceivedBody> {
    const announced = Number(request.headers['content-length'] ?? 0)
    return new Promise((resolve) => {
      let chunks: Buffer[] = []
      let length = 0
      let refusal = announced > limit ? tooLarge() : undefined
      // The system allocates memory only as it is written to: a body that is announced but never sent uses none.
      const whole = announced > longBody && announced <= limit ? Buffer.allocUnsafeSlow(announced) : undefined
      const drop = (reason: ServiceError): void => {
        refusal ??= reason
        const [first, ...rest] = chunks
        for (const { length: bytes } of rest) this.#budget.release(bytes)
        chunks = first === undefined ? [] : [first]
      }
      const body: Receiving = {
        progressAt: performance.now(),
        giveUp: () => finish(stalled(this.#stallLimit), true),
      }
      const finish = (reason: ServiceError | undefined, isUnfinished: boolean): void => {
        if (!this.#receiving.delete(body)) return
        if (reason !== undefined) drop(reason)
        const isWhole = whole !== undefined && reason === undefined && length === whole.length
        const bytes = isWhole ? whole : joined(chunks)
        resolve(refusal === undefined ? { bytes, length } : { bytes, length, refusal, isUnfinished })
      }
      this.#watch(body)
      request.on('data', (chunk: Buffer) => {
        body.progressAt = performance.now()
        length += chunk.length
        if (!this.#receiving.has(body)) return
        const reason = refusal ?? (length > limit ? tooLarge() : undefined)
        if (reason !== undefined) drop(reason)
        if (refusal === undefined || chunks.length === 0) {
          if (this.#budget.take(chunk.length)) chunks.push(whole === undefined ? chunk : placed(chunk, whole, length))
          else drop(this.#budget.refusal())
        }
        if (length > limit * discardFactor) finish(refusal, true)
      })
      request.on('end', () => finish(refusal, false))
      const left = (): void =>
        finish(new ServiceError(400, 'aborted', 'The client disconnected before its request was complete.'), true)
      request.on('error', left)
      request.on('close', left)
    })
  }

  /**
   * Reads the start of a refused body for the log. A small body is read completely, so that its connection stays usable.
   */
  readStart(request: IncomingMessage): Promise<ReceivedBody> {
    return new Promise((resolve) => {
      const chunks: Buffer[] = []
      let length = 0
      const wait = setTimeout(() => finish(true), refusedWait)
      const take = (chunk: Buffer): void => {
        if (length < refusedBytes) chunks.push(chunk.subarray(0, refusedBytes - length))
        length += chunk.length
        wait.refresh()
        if (length > refusedBytes) finish(true)
      }
      const finish = (isUnfinished: boolean): void => {
        clearTimeout(wait)
        request.off('data', take)
        resolve({ bytes: joined(chunks), length, isUnfinished })
      }
      request.on('data', take)
      request.once('end', () => finish(false))
      request.once('close', () => finish(true))
      request.on('error', () => finish(true))
    })
  }

  /**
   * Frees a large body once it has been parsed, except for the start, which the log shows. Otherwise, the body would
   * stay in memory alongside everything created from it. Its share of the budget remains reserved for those objects.
   */
  free(received: ReceivedBody, startLength: number): void {
    const { bytes } = received
    if (bytes.length <= longBody) return
    received.held = bytes.length
    received.bytes = Buffer.from(bytes.subarray(0, startLength))
    ;(bytes.buffer as ArrayBuffer).transfer(0)
  }

  release({ bytes, held = bytes.length }: ReceivedBody): void {
    this.#budget.release(held)
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  /** All bodies share one timer: a timer per body would be noticeable at 30,000 calls a second. */
  #watch(body: Receiving): void {
    this.#receiving.add(body)
    this.#timer ??= this.#nextSweep()
  }

  #sweep(): void {
    const latest = performance.now() - this.#stallLimit
    for (const { progressAt, giveUp } of this.#receiving) if (progressAt < latest) giveUp()
    this.#timer = this.#receiving.size === 0 ? undefined : this.#nextSweep()
  }

  #nextSweep(): NodeJS.Timeout {
    return setTimeout(() => this.#sweep(), this.#checkMilliseconds).unref()
  }
}

/** Copies a chunk into the body, ending at `end`. */
function placed(chunk: Buffer, whole: Buffer, end: number): Buffer {
  const start = end - chunk.length
  chunk.copy(whole, start)
  return whole.subarray(start, end)
}

function joined(chunks: readonly Buffer[]): Buffer {
  return chunks.length === 0 ? empty : chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
}

function stalled(milliseconds: number): ServiceError {
  const sentence = `The body of this call stalled for ${milliseconds / 1000} seconds. Send the body without pauses.`
  return new ServiceError(408, 'timeout', sentence, { connection: 'close' })
}
