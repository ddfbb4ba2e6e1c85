import { AppError } from '#shared/contract/base/error.ts'
import type { CallLogEntry } from '../options/call-log.ts'
import type { EffectNote } from '../options/effect-journal.ts'
import { Aborted, networkFailure, offlineCodes } from '../http/failure.ts'
import type { OpenStream, Request, Transport, Try } from '../http/transport.ts'
import type { Limiter } from './limiter.ts'
import type { CallOptions, Deadlines, ServiceClientOptions } from '../options/options.ts'
import { mayHaveHappened, outcomeUnknown, type OutcomeCheck } from '../options/outcome.ts'
import { backoff, isPassing, mostRetries, type RetryBudget } from './retry.ts'
import type { Connection } from './connection.ts'

/** What all calls of one account share. */
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

export type Caller = {
  call<T>(request: Request, read: (json: unknown) => T, options: CallOptions | undefined): Promise<T>
  open(request: Request, options: CallOptions | undefined): Promise<OpenStream>
}

/** The longest a patient read sleeps before it looks again whether the service is back. */
const greatestOutagePause = 30_000

/** Somebody took the call back: nothing failed. */
const givenUpCodes: ReadonlySet<string> = new Set(['aborted', 'cancelled', 'client-closed'])

export function createCaller(shared: Shared): Caller {
  const { options, transport, deadlines, connection, closing, budget } = shared
  const { clock } = options

  async function repeat<T>(
    request: Request,
    limiter: Limiter,
    givenOptions: CallOptions | undefined,
    attempt: (record: CallLogEntry, signal: AbortSignal | undefined) => Promise<Try<T>>,
    finish?: (value: T, note: EffectNote) => void,
  ): Promise<T> {
    const record = newRecord(request.operation, clock.now())
    let callOptions = givenOptions
    let note: EffectNote | null = null
    try {
      if (request.effect !== undefined) {
        refuseEffect(request)
        note = await noteDown(request, request.effect)
        if (note !== null) callOptions = { ...callOptions, signal: either(note.signal, callOptions?.signal) }
      }
      for (let outages = 0; ;) {
        refuseEnded(callOptions?.signal)
        const waiting = limiter.enter(callOptions?.signal)
        if (waiting !== null) {
          await waiting
          // The place was given just before: whoever does not use it gives it back, or the account runs out of them.
          if (isEnded(callOptions?.signal)) limiter.leave()
          refuseEnded(callOptions?.signal)
        }
        const result = await attempt(record, callOptions?.signal)
        if (result.error === null) {
          limiter.answered()
          connection.set('online')
          if (note !== null) finish?.(result.value, note)
          return result.value
        }
        const error = result.error
        noteFailure(error, limiter, result.started, callOptions)
        if (request.effect !== undefined) {
          throw result.started && mayHaveHappened(error) ? outcomeUnknown(error, request.effect, note?.id) : error
        }
        if (callOptions?.patient === true && connection.state() === 'offline') {
          await outage(outages++, callOptions.signal)
          continue
        }
        await pauseOrThrow(error, record, callOptions)
        record.retries += 1
      }
    } catch (thrown) {
      const error = networkFailure(thrown, transport.place(request.operation))
      record.errorCode = error.code
      if (error.code === 'outcome-unknown') note?.lost(error)
      else note?.known()
      const { operation, retries } = record
      // Neither sentence nor details: they may quote addresses.
      const level = givenUpCodes.has(error.code) || callOptions?.expected?.includes(error.code) ? 'debug' : 'warn'
      options.logger.log(level, 'A call failed.', { operation, code: error.code, status: record.status, retries })
      throw error
    } finally {
      record.milliseconds = clock.now() - record.startedAt
      options.callLog.add(record)
    }
  }

  function refuseEffect(request: Request): void {
    if (!options.profile.readOnly) return
    throw new AppError('read-only-account', 'This account is read-only in Mailroom, so nothing was sent.', {
      details: { operation: request.operation },
    })
  }

  async function noteDown({ operation, effectId }: Request, check: OutcomeCheck): Promise<EffectNote | null> {
    return (await options.journal?.begin({ id: effectId, operation, check })) ?? null
  }

  function isEnded(signal: AbortSignal | undefined): boolean {
    return closing.aborted || signal?.aborted === true
  }

  function refuseEnded(signal: AbortSignal | undefined): void {
    if (closing.aborted) throw closing.reason
    if (signal?.aborted === true) throw new Aborted()
  }

  function noteFailure(
    error: AppError,
    limiter: Limiter,
    started: boolean,
    callOptions: CallOptions | undefined,
  ): void {
    const { status, retryAfter } = error.details
    if (error.code === 'rate-limited') {
      limiter.slowDown(Math.min(Number(retryAfter ?? 0), deadlines.retryAfter))
    } else if (typeof status === 'number') limiter.answered()
    // An operation that is withheld from this account says nothing about its key.
    if (error.code === 'forbidden' && callOptions?.expected?.includes(error.code)) return
    if (status === 401 || status === 403) connection.set('refused', error.message)
    else if (typeof status === 'number') connection.set('online')
    else if (offlineCodes.has(error.code) || (error.code === 'timeout' && !started)) {
      connection.set('offline', error.message)
    }
  }

  /** Waits until another try is due, or throws the failure when it is final. */
  async function pauseOrThrow(
    error: AppError,
    record: CallLogEntry,
    callOptions: CallOptions | undefined,
  ): Promise<void> {
    const asked = typeof error.details.retryAfter === 'number' ? error.details.retryAfter : 0
    const patient = callOptions?.patient === true && error.code === 'rate-limited'
    if (!isPassing(error) || (record.retries >= mostRetries && !patient)) throw error
    if (asked > deadlines.retryAfter && !patient) throw error
    const pause = backoff(Math.min(record.retries, 10), Math.min(asked, deadlines.retryAfter))
    const late = clock.now() + pause > record.startedAt + deadlines.call
    if ((late && !patient) || !budget.take()) throw error
    await sleep(pause, callOptions?.signal)
  }

  async function outage(outages: number, signal: AbortSignal | undefined): Promise<void> {
    const pause = Math.min(greatestOutagePause, backoff(0) * 2 ** Math.min(outages, 12))
    const awake = new AbortController()
    await Promise.race([connection.reached(awake.signal), sleep(pause, signal, awake.signal)]).finally(() =>
      awake.abort(),
    )
    refuseEnded(signal)
  }

  function sleep(milliseconds: number, ...signals: (AbortSignal | undefined)[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const heard = [...signals, closing].filter((signal) => signal !== undefined)
      const end = (): void => {
        timer.cancel()
        for (const signal of heard) signal.removeEventListener('abort', abort)
      }
      const abort = (): void => {
        end()
        reject(closing.aborted ? closing.reason : new Aborted())
      }
      const timer = clock.after(milliseconds, () => {
        end()
        resolve()
      })
      for (const signal of heard) {
        signal.addEventListener('abort', abort, { once: true })
        if (signal.aborted) abort()
      }
    })
  }

  return {
    call: (request, read, callOptions) =>
      repeat(
        request,
        shared.calls,
        callOptions,
        async (record, signal) => {
          try {
            return await transport.whole(request, read, signal, record)
          } finally {
            shared.calls.leave()
          }
        },
        (_value, note) => note.known(),
      ),
    open: (request, callOptions) =>
      repeat(
        request,
        shared.streams,
        callOptions,
        (record, signal) => transport.open(request, signal, record, () => shared.streams.leave()),
        (opened, note) => (opened.note = note),
      ),
  }
}

function either(one: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  return other === undefined ? one : AbortSignal.any([one, other])
}

function newRecord(operation: string, startedAt: number): CallLogEntry {
  return { operation, startedAt, milliseconds: 0, status: null, bytes: 0, retries: 0, errorCode: null }
}
