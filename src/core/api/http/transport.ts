import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { AppError } from '#shared/contract/base/error.ts'
import { mailroomUserAgent } from '#shared/domain/service/user-agent.ts'
import { withoutEnd } from '#shared/domain/text/without-end.ts'
import type { CallLogEntry } from '../options/call-log.ts'
import type { EffectNote } from '../options/effect-journal.ts'
import type { Deadlines, Limits, ServiceClientOptions } from '../options/options.ts'
import type { OutcomeCheck } from '../options/outcome.ts'
import { readRetryAfter } from '../calls/retry.ts'
import { readAnswer } from './body.ts'
import { checkCredential } from '../profile/credentials.ts'
import { Exchange, type Answer, type AnswerHeaders } from './exchange.ts'
import { Aborted, DeadlinePassed, isReaderGone, networkFailure, type Place } from './failure.ts'
import type { ServicePool } from './pool.ts'
import { refusalError } from './refusal.ts'
import { scrub } from './scrub.ts'
import { unpack, unpackStream } from './unpack.ts'

export type RequestBody = string | { open: () => Readable; length: number | null }

export type Request = {
  /** As named in interface.md: `statistics.messages`. */
  operation: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the version, percent-encoded. */
  path: string
  body?: RequestBody
  /** Given for every call that changes something: such a call is never repeated by itself. */
  effect?: OutcomeCheck
  /** By which the journal and the caller name the effect. */
  effectId?: string
  /** Milliseconds of one try, where it is not the common deadline. */
  deadline?: number
  /** An empty body is read as `undefined`; for every other call it is an answer nobody understands. */
  mayAnswerNothing?: true
}

export type OpenStream = {
  stream: Readable
  /** Of an effect whose outcome is known only when the stream is read to its end. */
  note: EffectNote | null
  headers: AnswerHeaders
  place: Place
  /** Bytes that came over the network. */
  received(): number
  /** To be asked when the stream has ended: why that was before its time, or null. */
  broken(): Error | null
  /** What broke the stream, with its place. */
  failure(thrown: unknown): AppError
}

export type Try<T> = { value: T; error: null } | { error: AppError; started: boolean }

export type Transport = {
  whole<T>(
    request: Request,
    read: (json: unknown) => T,
    signal: AbortSignal | undefined,
    record: CallLogEntry,
  ): Promise<Try<T>>
  open(
    request: Request,
    signal: AbortSignal | undefined,
    record: CallLogEntry,
    onEnd: () => void,
  ): Promise<Try<OpenStream>>
  place(operation: string): Place
  /** Milliseconds by which the service's clock is ahead of this computer's, by its last answer. */
  clockSkew(): number
  close(reason: AppError): Promise<void>
}

const idleTicks = 4

/** One try of one request: headers, deadlines, what came back. Whether it is tried again is decided above. */
export function createTransport(
  base: URL,
  pool: ServicePool,
  options: ServiceClientOptions,
  deadlines: Deadlines,
  limits: Limits,
): Transport {
  const { clock, profile } = options
  const basePath = withoutEnd(base.pathname, '/')
  const live = new Set<Exchange>()
  const fixed = [
    'accept',
    'application/json, */*',
    'accept-encoding',
    'gzip',
    'content-type',
    'application/json',
    'user-agent',
    mailroomUserAgent,
    profile.headerNames.user,
    headerValue(profile.user, 'user'),
    profile.headerNames.key,
  ]

  let lastDate: { theirs: string; ours: number } | null = null

  function dispatch(exchange: Exchange, request: Request, key: string, way: Dispatcher): Promise<Answer> {
    const { body } = request
    const headers = [...fixed, headerValue(key, 'key')]
    const streamed = typeof body === 'object'
    if (streamed && body.length !== null) headers.push('content-length', String(body.length))
    way.dispatch(
      {
        origin: base.origin,
        path: basePath + request.path,
        method: request.method,
        headers,
        body: streamed ? body.open() : (body ?? null),
      },
      exchange,
    )
    return exchange.answer
  }

  function refused(answer: Answer, body: Buffer, place: Place, key: string): AppError {
    const location = answer.headers.location
    return refusalError(answer.status, {
      place,
      body: scrub(body.toString('utf8', 0, 65_536), key),
      retryAfter: readRetryAfter(answer.headers, clock.now()),
      location: typeof location === 'string' ? scrub(location.slice(0, 300), key) : null,
    })
  }

  function place(operation: string, answer?: Answer): Place {
    const requestId = answer === undefined ? null : readRequestId(answer.headers)
    if (typeof answer?.headers.date === 'string') lastDate = { theirs: answer.headers.date, ours: clock.now() }
    return { operation, origin: base.origin, status: answer?.status ?? null, requestId }
  }

  return {
    place,
    clockSkew() {
      const skew = lastDate === null ? Number.NaN : Date.parse(lastDate.theirs) - lastDate.ours
      // The header has whole seconds, and the way takes some milliseconds.
      return Number.isNaN(skew) || Math.abs(skew) < 2000 ? 0 : skew
    },
    async whole(request, read, signal, record) {
      const exchange = new Exchange({ stream: false, limit: limits.answerBytes })
      live.add(exchange)
      const deadline = request.deadline ?? deadlines.attempt
      const timer = clock.after(deadline, () => exchange.abort(new DeadlinePassed('attempt', deadline)))
      const abort = (): void => exchange.abort(new Aborted())
      signal?.addEventListener('abort', abort, { once: true })
      let where = place(request.operation)
      try {
        const key = await exchange.prepared(options.key())
        const answer = await dispatch(exchange, request, key, await exchange.prepared(pool.ready()))
        record.status = answer.status
        where = place(request.operation, answer)
        const body = await unpack(answer.body, answer.headers, limits.answerBytes)
        if (answer.status >= 300) throw refused(answer, body, where, key)
        const show = (text: string): string => scrub(text, key)
        const { mayAnswerNothing = false } = request
        const given = { body, headers: answer.headers, mayAnswerNothing }
        return { value: readAnswer(given, where, show, read), error: null }
      } catch (thrown) {
        return { error: networkFailure(thrown, where), started: exchange.started }
      } finally {
        timer.cancel()
        signal?.removeEventListener('abort', abort)
        live.delete(exchange)
        record.bytes += exchange.bytes
      }
    },
    async open(request, signal, record, onEnd) {
      const exchange = new Exchange({ stream: true, limit: limits.answerBytes })
      live.add(exchange)
      const start = request.deadline ?? deadlines.streamStart
      let timer = clock.after(start, () => exchange.abort(new DeadlinePassed('start', start)))
      // Quiet ticks are counted: by the hour of the day, a clock that jumps would end every stream.
      let seen = -1
      let quiet = 0
      const watch = (): void => {
        if (exchange.ended) return
        quiet = exchange.paused || exchange.bytes !== seen ? 0 : quiet + 1
        seen = exchange.bytes
        if (quiet >= idleTicks) exchange.abort(new DeadlinePassed('idle', deadlines.idle))
        else timer = clock.after(deadlines.idle / idleTicks, watch)
      }
      const abort = (): void => exchange.abort(new Aborted())
      const end = (): void => {
        timer.cancel()
        signal?.removeEventListener('abort', abort)
        live.delete(exchange)
        record.bytes += exchange.bytes
        record.milliseconds = clock.now() - record.startedAt
        onEnd()
      }
      signal?.addEventListener('abort', abort, { once: true })
      let where = place(request.operation)
      try {
        const key = await exchange.prepared(options.key())
        const answer = await dispatch(exchange, request, key, await exchange.prepared(pool.ready()))
        record.status = answer.status
        where = place(request.operation, answer)
        if (answer.stream === null) {
          const body = await unpack(answer.body, answer.headers, limits.answerBytes)
          throw refused(answer, body, where, key)
        }
        const source = answer.stream
        // It may break within the packet that began it. What an effect brought is read all the same.
        const early = source.errored ?? (request.effect === undefined ? exchange.broken : null)
        if (early !== null) {
          source.destroy()
          throw early
        }
        const stream = unpackStream(source, answer.headers, () => exchange.bytes)
        timer.cancel()
        watch()
        const failure = (thrown: unknown): AppError => {
          const error = networkFailure(
            thrown instanceof AppError ? thrown : (source.errored ?? exchange.broken ?? thrown),
            where,
          )
          record.errorCode = error.code
          return error
        }
        source.once('error', (error) => void (isReaderGone(error) || failure(error)))
        source.once('close', () => {
          if (!source.readableEnded) record.errorCode ??= 'aborted'
          else if (exchange.broken !== null) failure(exchange.broken)
          end()
        })
        return {
          value: {
            stream,
            note: null,
            headers: answer.headers,
            place: where,
            received: () => exchange.bytes,
            broken: () => exchange.broken,
            failure,
          },
          error: null,
        }
      } catch (thrown) {
        end()
        return { error: networkFailure(thrown, where), started: exchange.started }
      }
    },
    async close(reason) {
      for (const exchange of live) exchange.abort(reason)
      await pool.destroy()
    },
  }
}

const requestIdHeaders = ['x-request-id', 'request-id', 'x-requestid', 'x-correlation-id', 'x-trace-id', 'cf-ray']

function readRequestId(headers: AnswerHeaders): string | null {
  for (const name of requestIdHeaders) {
    const value = headers[name]
    if (typeof value === 'string' && value !== '') return value.slice(0, 200)
  }
  return null
}

/** Header values are bytes: letters beyond ASCII go out as UTF-8. */
function headerValue(text: string, field: 'user' | 'key'): string {
  checkCredential(field, text)
  return Buffer.from(text, 'utf8').toString('latin1')
}
