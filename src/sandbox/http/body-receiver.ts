import type { IncomingMessage } from 'node:http'
import type { Limits } from '../base/options.ts'
import type { Budget } from './budget.ts'
import { ServiceError } from './service-error.ts'

const empty = Buffer.alloc(0)

export type ReceivedBody = {
  /** The whole body, or the start of one that was refused. */
  bytes: Buffer
  length: number
  refusal?: ServiceError
  /** More of it may come: the connection cannot be used for another call. */
  isUnfinished?: boolean
}

export const noBody: ReceivedBody = { bytes: empty, length: 0 }

/** How many times the limit is thrown away as it comes; a client that goes on after that has its connection cut. */
const patience = 4
/** What the log shows of a body nobody reads, and how long, in milliseconds, its next piece is waited for. */
const refusedBytes = 4096
const refusedPatience = 250

type UnderWay = {
  movedAt: number
  stalled: () => void
}

/** Takes in the bodies of calls: so many bytes of all of them together, and none that stands still. */
export class Bodies {
  readonly #budget: Budget
  readonly #stall: number
  readonly #underWay = new Set<UnderWay>()
  #timer: NodeJS.Timeout | undefined

  constructor(budget: Budget, { bodyMilliseconds }: Pick<Limits, 'bodyMilliseconds'>) {
    this.#budget = budget
    this.#stall = bodyMilliseconds
  }

  /**
   * Collects a body up to `limit` bytes. Of a larger one the rest is thrown away before it is refused: many clients read
   * no answer before they have written everything, and would see a broken connection in place of the reason. Whoever
   * asked for it gives it back by `release`. The refusal is made only when it is due: an error keeps its stack, 50 µs.
   */
  read(request: IncomingMessage, limit: number, tooLarge: () => ServiceError): Promise<ReceivedBody> {
    const announced = Number(request.headers['content-length'] ?? 0)
    return this.#collect(request, {
      refuse: (length) => (length > limit || announced > limit ? tooLarge() : undefined),
      most: limit * patience,
    })
  }

  /** The start of a body that will not be read, for the log; a small one is read whole, and its connection goes on. */
  readStart(request: IncomingMessage): Promise<ReceivedBody> {
    return new Promise((resolve) => {
      const chunks: Buffer[] = []
      let length = 0
      const wait = setTimeout(() => finish(true), refusedPatience)
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

  release({ bytes }: ReceivedBody): void {
    this.#budget.give(bytes.length)
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #collect(
    request: IncomingMessage,
    { refuse, most }: { refuse: (length: number) => ServiceError | undefined; most: number },
  ): Promise<ReceivedBody> {
    return new Promise((resolve) => {
      let chunks: Buffer[] = []
      let length = 0
      let refusal = refuse(0)
      const drop = (reason: ServiceError): void => {
        refusal ??= reason
        const [first, ...rest] = chunks
        for (const { length: bytes } of rest) this.#budget.give(bytes)
        chunks = first === undefined ? [] : [first]
      }
      const body: UnderWay = { movedAt: performance.now(), stalled: () => finish(stalled(this.#stall), true) }
      const finish = (reason: ServiceError | undefined, isUnfinished: boolean): void => {
        if (!this.#underWay.delete(body)) return
        if (reason !== undefined) drop(reason)
        const bytes = joined(chunks)
        resolve(refusal === undefined ? { bytes, length } : { bytes, length, refusal, isUnfinished })
      }
      this.#watch(body)
      request.on('data', (chunk: Buffer) => {
        body.movedAt = performance.now()
        length += chunk.length
        if (!this.#underWay.has(body)) return
        const reason = refusal ?? refuse(length)
        if (reason !== undefined) drop(reason)
        if (refusal === undefined || chunks.length === 0) {
          if (this.#budget.take(chunk.length)) chunks.push(chunk)
          else drop(this.#budget.refusal())
        }
        if (length > most) finish(refusal, true)
      })
      request.on('end', () => finish(refusal, false))
      const left = (): void => finish(new ServiceError(400, 'aborted', 'The client left inside its request.'), true)
      request.on('error', left)
      request.on('close', left)
    })
  }

  /** One timer for all of them: one for each would be felt at 30,000 calls a second. */
  #watch(body: UnderWay): void {
    this.#underWay.add(body)
    this.#timer ??= setTimeout(() => this.#sweep(), this.#stall / 4).unref()
  }

  #sweep(): void {
    const latest = performance.now() - this.#stall
    for (const { movedAt, stalled } of this.#underWay) if (movedAt < latest) stalled()
    this.#timer = this.#underWay.size === 0 ? undefined : setTimeout(() => this.#sweep(), this.#stall / 4).unref()
  }
}

function joined(chunks: readonly Buffer[]): Buffer {
  return chunks.length === 0 ? empty : chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
}

function stalled(milliseconds: number): ServiceError {
  const sentence = `The body of this call stood still for ${milliseconds / 1000} seconds. Send it in one go.`
  return new ServiceError(408, 'timeout', sentence, { connection: 'close' })
}
