import { AppError } from '#shared/contract/base/error.ts'
import type { OperationName } from '#shared/domain/accounts/abilities/operations.ts'
import { sleep } from '../../base/sleep.ts'
import { Aborted, networkFailure, offlineCodes } from '../http/failure.ts'
import type { Request } from '../http/request.ts'
import type { OpenStream } from '../http/stream-try.ts'
import type { Transport, Try } from '../http/transport.ts'
import type { CallLogEntry } from '#shared/contract/accounts.ts'
import type { EffectNote } from '../options/effect-journal.ts'
import type { CallOptions, Deadlines, ServiceClientOptions } from '../options/options.ts'
import { mayHaveHappened, outcomeUnknown, readOnlyAccount, type OutcomeCheck } from '../options/outcome.ts'
import type { Connection } from './connection.ts'
import type { Limiter } from './limiter.ts'
import { backoff, isTransient, mostRetries, type RetryBudget } from './retry.ts'

/** The objects shared by all calls of one account. */
export type Shared = {
  options: ServiceClientOptions
  transport: Transport
  deadlines: Deadlines
  calls: Limiter
  streams: Limiter
  budget: RetryBudget
  connection: Connection
  closing: AbortSignal
}

type Work<T> = {
  request: Request
  limiter: Limiter
  options: CallOptions | undefined
  attempt: (entry: CallLogEntry, signal: AbortSignal | undefined) => Promise<Try<T>>
  /** Called with the note of an effect whose attempt succeeded. */
  finish: (value: T, note: EffectNote) => void
}

/** The longest pause, in milliseconds, before a patient read checks again whether the service is back. */
const greatestOutagePause = 30_000

/** Codes of calls that were cancelled: nothing failed. */
const cancelledCodes: ReadonlySet<string> = new Set(['aborted', 'cancelled', 'client-closed'])

/**
 * Repeats failed calls that may be repeated, keeps to the account’s pace, and notes every effect before anything is sent.
 */
export class Caller {
  readonly #shared: Shared

  constructor(shared: Shared) {
    this.#shared = shared
  }

  call<T>(request: Request, read: (json: unknown) => T, options: CallOptions | undefined): Promise<T> {
    const { transport, calls } = this.#shared
    return this.#repeat({
      request,
      limiter: calls,
      options,
      async attempt(entry, signal) {
        try {
          return await transport.whole({ request, read, signal, entry })
        } finally {
          calls.leave()
        }
      },
      finish: (_value, note) => note.settle(),
    })
  }

  open(request: Request, options: CallOptions | undefined): Promise<OpenStream> {
    const { transport, streams } = this.#shared
    return this.#repeat<OpenStream>({
      request,
      limiter: streams,
      options,
      attempt: (entry, signal) => transport.open({ request, signal, entry, onEnd: () => streams.leave() }),
      finish(opened, note) {
        opened.note = note
      },
    })
  }

  async #repeat<T>({ request, limiter, options: given, attempt, finish }: Work<T>): Promise<T> {
    const { options: client, connection } = this.#shared
    const entry = newEntry(request.operation, client.clock.now())
    let options = given
    let note: EffectNote | null = null
    let failure: AppError | null = null
    try {
      if (request.effect !== undefined) {
        note = await this.#noteEffect(request, request.effect)
        await given?.onNoted?.()
        if (note !== null) options = { ...given, signal: eitherSignal(note.signal, given?.signal) }
      }
      const until = untilOf(options)
      for (let outages = 0; ;) {
        const turn = this.#enter(limiter, until)
        if (turn !== null) await turn
        const result = await attempt(entry, options?.signal)
        if (result.error === null) {
          limiter.speedUp()
          connection.set('online')
          if (note !== null) finish(result.value, note)
          return result.value
        }
        const { error, started } = result
        this.#noteFailure(error, limiter, started, options)
        if (request.effect !== undefined) {
          throw started && mayHaveHappened(error) ? outcomeUnknown(error, request.effect, note?.id) : error
        }
        if (options?.patient === true && connection.state() === 'offline') {
          await this.#waitForService(outages++, until)
          continue
        }
        await this.#pauseOrThrow(error, entry, options)
        entry.retries += 1
      }
    } catch (thrown) {
      failure = this.#fail(thrown, entry, note, options)
      throw failure
    } finally {
      entry.milliseconds = client.clock.now() - entry.startedAt
      client.callLog.add(entry, failure)
    }
  }

  async #noteEffect({ operation, effectId }: Request, check: OutcomeCheck): Promise<EffectNote | null> {
    const { profile, journal } = this.#shared.options
    if (profile.readOnly) throw readOnlyAccount(operation)
    return (await journal?.begin({ id: effectId, operation, check })) ?? null
  }

  /** Returns null if the call may start immediately. */
  #enter(limiter: Limiter, signal: AbortSignal | undefined): Promise<void> | null {
    this.#throwIfEnded(signal)
    const waiting = limiter.enter(signal)
    return waiting === null ? null : this.#takeTurn(waiting, limiter, signal)
  }

  async #takeTurn(waiting: Promise<void>, limiter: Limiter, signal: AbortSignal | undefined): Promise<void> {
    await waiting
    // If the call was ended just after it got its turn, the turn is given back, because the account would otherwise run
    // out of turns.
    if (this.#shared.closing.aborted || signal?.aborted === true) limiter.leave()
    this.#throwIfEnded(signal)
  }

  #throwIfEnded(signal: AbortSignal | undefined): void {
    const { closing } = this.#shared
    if (closing.aborted) throw closing.reason
    if (signal?.aborted === true) throw new Aborted()
  }

  #noteFailure(error: AppError, limiter: Limiter, started: boolean, options: CallOptions | undefined): void {
    const { connection, deadlines } = this.#shared
    const { status, retryAfter } = error.details
    if (error.code === 'rate-limited') {
      limiter.slowDown(Math.min(Number(retryAfter ?? 0), deadlines.retryAfter))
    } else if (typeof status === 'number') limiter.speedUp()
    // An operation withheld from this account says nothing about its key, so the connection state stays the same.
    if (error.code === 'forbidden' && options?.expected?.includes(error.code)) return
    if (status === 401 || status === 403) connection.set('refused', error.message)
    else if (typeof status === 'number') connection.set('online')
    else if (offlineCodes.has(error.code) || (error.code === 'timeout' && !started)) {
      connection.set('offline', error.message)
    }
  }

  /** Waits until the next attempt, or throws the failure if it is final. */
  async #pauseOrThrow(error: AppError, entry: CallLogEntry, options: CallOptions | undefined): Promise<void> {
    const { deadlines, budget, closing } = this.#shared
    const { clock } = this.#shared.options
    const asked = typeof error.details.retryAfter === 'number' ? error.details.retryAfter : 0
    const patient = options?.patient === true && error.code === 'rate-limited'
    if (!isTransient(error) || (entry.retries >= mostRetries && !patient)) throw error
    if (asked > deadlines.retryAfter && !patient) throw error
    const pause = backoff(Math.min(entry.retries, 10), Math.min(asked, deadlines.retryAfter))
    const late = clock.now() + pause > entry.startedAt + deadlines.call
    if ((late && !patient) || !budget.take()) throw error
    const until = untilOf(options)
    await sleep(clock, pause, eitherSignal(closing, until))
    this.#throwIfEnded(until)
  }

  async #waitForService(outages: number, signal: AbortSignal | undefined): Promise<void> {
    const { connection, closing, options } = this.#shared
    const pause = Math.min(greatestOutagePause, backoff(0) * 2 ** Math.min(outages, 12))
    const awake = new AbortController()
    const ended = eitherSignal(AbortSignal.any([closing, awake.signal]), signal)
    const slept = sleep(options.clock, pause, ended)
    await Promise.race([connection.reached(awake.signal), slept]).finally(() => awake.abort())
    this.#throwIfEnded(signal)
  }

  #fail(thrown: unknown, entry: CallLogEntry, note: EffectNote | null, options: CallOptions | undefined): AppError {
    const { transport, options: client } = this.#shared
    const error = networkFailure(thrown, transport.facts(entry.operation))
    entry.errorCode = error.code
    if (error.code === 'outcome-unknown') note?.lose(error)
    else note?.settle()
    const { operation, status, retries } = entry
    // The log gets neither the message nor the details, because they may quote addresses.
    const level = cancelledCodes.has(error.code) || options?.expected?.includes(error.code) ? 'debug' : 'warn'
    client.logger.log(level, 'A call failed.', { operation, code: error.code, status, retries })
    return error
  }
}

function eitherSignal(one: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  return other === undefined ? one : AbortSignal.any([one, other])
}

/** Returns the signal that stops a call from waiting for its turn or for its next attempt. */
function untilOf(options: CallOptions | undefined): AbortSignal | undefined {
  const { signal, beginsUntil } = options ?? {}
  return beginsUntil === undefined ? signal : eitherSignal(beginsUntil, signal)
}

function newEntry(operation: OperationName, startedAt: number): CallLogEntry {
  return { operation, startedAt, milliseconds: 0, status: null, bytes: 0, retries: 0, errorCode: null }
}
