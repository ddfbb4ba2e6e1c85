import type { Readable } from 'node:stream'
import { AppError } from '#shared/contract/base/error.ts'
import type { Clock } from '../../base/ports.ts'
import type { CallLogEntry } from '#shared/contract/accounts.ts'
import type { EffectNote } from '../options/effect-journal.ts'
import type { Answer, AnswerHeaders, Exchange } from './exchange.ts'
import { Aborted, DeadlinePassed, isReaderGone, networkFailure, type CallFacts } from './failure.ts'
import { unpackStream } from './unpack.ts'

export type OpenStream = {
  stream: Readable
  /** The note of an effect whose outcome is known only when the stream has been read to its end. */
  note: EffectNote | null
  headers: AnswerHeaders
  facts: CallFacts
  /** Returns the number of bytes that arrived over the network. */
  received(): number
  /** Why the stream ended early, or null if it did not. Must be called only after the stream has ended. */
  broken(): Error | null
  /** Returns the error for the fault that broke the stream, with the known facts about the call. */
  failure(thrown: unknown): AppError
}

type Needs = {
  readonly exchange: Exchange
  readonly clock: Clock
  readonly signal: AbortSignal | undefined
  readonly entry: CallLogEntry
  /** The maximum number of milliseconds until the first byte (`start`), and of silence after it (`idle`). */
  readonly deadlines: { readonly start: number; readonly idle: number }
  readonly onEnd: () => void
}

const idleTicks = 4

/**
 * One attempt at a stream, from the request until the stream has closed. Enforces the deadlines and completes the entry in
 * the call log.
 */
export class StreamTry {
  readonly #needs: Needs
  readonly #abort: () => void
  #timer: { cancel(): void } | null = null
  // Quiet ticks are counted: if times were compared, a clock that jumps would end every stream.
  #seen = -1
  #quiet = 0

  constructor(needs: Needs) {
    const { exchange, signal } = needs
    this.#needs = needs
    this.#abort = () => exchange.abort(new Aborted())
    signal?.addEventListener('abort', this.#abort, { once: true })
  }

  /** Must be called when the request can be sent: from then on, the service is responsible for the silence. */
  start(): void {
    const { exchange, clock, deadlines } = this.#needs
    this.#timer = clock.after(deadlines.start, () => exchange.abort(new DeadlinePassed('start', deadlines.start)))
  }

  /** Returns a response’s stream; throws if it broke within its first packet. */
  open(
    { headers }: Answer,
    source: Readable,
    { facts, isEffect }: { facts: CallFacts; isEffect: boolean },
  ): OpenStream {
    const { exchange, entry } = this.#needs
    // An effect’s data is read even if the stream has already broken, because it may be the only copy.
    const early = source.errored ?? (isEffect ? null : exchange.broken)
    if (early !== null) {
      source.destroy()
      throw early
    }
    const stream = unpackStream(source, headers, () => exchange.bytes)
    this.#timer?.cancel()
    this.#watch()
    const failure = (thrown: unknown): AppError => {
      const cause = thrown instanceof AppError ? thrown : (source.errored ?? exchange.broken ?? thrown)
      const error = networkFailure(cause, facts)
      entry.errorCode = error.code
      return error
    }
    source.once('error', (error) => void (isReaderGone(error) || failure(error)))
    source.once('close', () => {
      if (!source.readableEnded) entry.errorCode ??= 'aborted'
      else if (exchange.broken !== null) failure(exchange.broken)
      this.end()
    })
    return {
      stream,
      note: null,
      headers,
      facts,
      received: () => exchange.bytes,
      broken: () => exchange.broken,
      failure,
    }
  }

  end(): void {
    const { exchange, clock, signal, entry, onEnd } = this.#needs
    this.#timer?.cancel()
    signal?.removeEventListener('abort', this.#abort)
    entry.bytes += exchange.bytes
    entry.milliseconds = clock.now() - entry.startedAt
    onEnd()
  }

  #watch(): void {
    const { exchange, clock, deadlines } = this.#needs
    if (exchange.ended) return
    this.#quiet = exchange.paused || exchange.bytes !== this.#seen ? 0 : this.#quiet + 1
    this.#seen = exchange.bytes
    if (this.#quiet >= idleTicks) exchange.abort(new DeadlinePassed('idle', deadlines.idle))
    else this.#timer = clock.after(deadlines.idle / idleTicks, () => this.#watch())
  }
}
