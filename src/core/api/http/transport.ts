import type { Dispatcher } from 'undici'
import { AppError } from '#shared/contract/base/error.ts'
import { mailroomUserAgent } from '#shared/domain/service/user-agent.ts'
import { withoutEnd } from '#shared/text/without-end.ts'
import type { CallLogEntry } from '#shared/contract/accounts.ts'
import type { Deadlines, Limits, ServiceClientOptions } from '../options/options.ts'
import { checkCredential } from '../profile/credentials.ts'
import { readAnswer } from './body.ts'
import { Exchange, type Answer, type AnswerHeaders } from './exchange.ts'
import { Aborted, DeadlinePassed, networkFailure, type CallFacts } from './failure.ts'
import type { ServicePool } from './pool.ts'
import { refusalError } from './refusal.ts'
import type { Request } from './request.ts'
import { readRetryAfter } from './retry-after.ts'
import { scrub } from './scrub.ts'
import { StreamTry, type OpenStream } from './stream-try.ts'
import { unpack } from './unpack.ts'

export type Try<T> = { value: T; error: null } | { error: AppError; started: boolean }

type TransportOptions = {
  readonly base: URL
  readonly pool: ServicePool
  readonly client: ServiceClientOptions
  readonly deadlines: Deadlines
  readonly limits: Limits
}

type Call = {
  readonly request: Request
  readonly signal: AbortSignal | undefined
  readonly entry: CallLogEntry
}

type WholeCall<T> = Call & { readonly read: (json: unknown) => T }

type StreamCall = Call & { readonly onEnd: () => void }

type Outgoing = { readonly exchange: Exchange; readonly request: Request; readonly key: string }

type Received = { readonly answer: Answer; readonly facts: CallFacts; readonly key: string }

/**
 * Makes one attempt at a request: adds the headers, enforces the deadlines and reads the response. The caller decides
 * whether to try again.
 */
export class Transport {
  readonly #options: TransportOptions
  readonly #basePath: string
  /** The headers of every request, up to the name of the key’s header; the key itself is added for each request. */
  readonly #headers: readonly string[]
  readonly #live = new Set<Exchange>()
  #lastDate: { service: string; here: number } | null = null

  constructor(options: TransportOptions) {
    const { profile } = options.client
    this.#options = options
    this.#basePath = withoutEnd(options.base.pathname, '/')
    this.#headers = [
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
  }

  facts(operation: string, answer?: Answer): CallFacts {
    const requestId = answer === undefined ? null : readRequestId(answer.headers)
    if (typeof answer?.headers.date === 'string') {
      this.#lastDate = { service: answer.headers.date, here: this.#options.client.clock.now() }
    }
    return { operation, origin: this.#options.base.origin, status: answer?.status ?? null, requestId }
  }

  /** Milliseconds by which the service’s clock is ahead of this computer’s, according to its last response. */
  clockSkew(): number {
    const skew = this.#lastDate === null ? Number.NaN : Date.parse(this.#lastDate.service) - this.#lastDate.here
    // A small difference means nothing, because the header contains whole seconds and the response takes time to
    // arrive.
    return Number.isNaN(skew) || Math.abs(skew) < 2000 ? 0 : skew
  }

  async whole<T>({ request, read, signal, entry }: WholeCall<T>): Promise<Try<T>> {
    const { client, deadlines, limits } = this.#options
    const exchange = this.#newExchange(false)
    const deadline = request.deadline ?? deadlines.attempt
    let timer: { cancel(): void } | null = null
    const abort = (): void => exchange.abort(new Aborted())
    signal?.addEventListener('abort', abort, { once: true })
    let facts = this.facts(request.operation)
    try {
      const { key, dispatcher } = await this.#prepare(exchange)
      timer = client.clock.after(deadline, () => exchange.abort(new DeadlinePassed('attempt', deadline)))
      const answer = await this.#dispatch(dispatcher, { exchange, request, key })
      entry.status = answer.status
      facts = this.facts(request.operation, answer)
      const body = await unpack(answer.body, answer.headers, limits.answerBytes)
      if (answer.status >= 300) throw this.#refused(body, { answer, facts, key })
      const show = (text: string): string => scrub(text, key)
      const { mayAnswerNothing = false } = request
      return { value: readAnswer({ body, headers: answer.headers, mayAnswerNothing }, facts, show, read), error: null }
    } catch (thrown) {
      return { error: networkFailure(thrown, facts), started: exchange.started }
    } finally {
      timer?.cancel()
      signal?.removeEventListener('abort', abort)
      this.#live.delete(exchange)
      entry.bytes += exchange.bytes
    }
  }

  async open({ request, signal, entry, onEnd }: StreamCall): Promise<Try<OpenStream>> {
    const { client, deadlines, limits } = this.#options
    const exchange = this.#newExchange(true)
    const attempt = new StreamTry({
      exchange,
      clock: client.clock,
      signal,
      entry,
      deadlines: { start: request.deadline ?? deadlines.streamStart, idle: deadlines.idle },
      onEnd: () => {
        this.#live.delete(exchange)
        onEnd()
      },
    })
    let facts = this.facts(request.operation)
    try {
      const { key, dispatcher } = await this.#prepare(exchange)
      attempt.start()
      const answer = await this.#dispatch(dispatcher, { exchange, request, key })
      entry.status = answer.status
      facts = this.facts(request.operation, answer)
      if (answer.stream === null) {
        const body = await unpack(answer.body, answer.headers, limits.answerBytes)
        throw this.#refused(body, { answer, facts, key })
      }
      const isEffect = request.effect !== undefined
      return { value: attempt.open(answer, answer.stream, { facts, isEffect }), error: null }
    } catch (thrown) {
      attempt.end()
      return { error: networkFailure(thrown, facts), started: exchange.started }
    }
  }

  async close(reason: AppError): Promise<void> {
    for (const exchange of this.#live) exchange.abort(reason)
    await this.#options.pool.destroy()
  }

  #newExchange(stream: boolean): Exchange {
    const exchange = new Exchange({ stream, limit: this.#options.limits.answerBytes })
    this.#live.add(exchange)
    return exchange
  }

  /**
   * Awaits what a request needs before it can be sent. The user may take a while at the keychain’s prompt, which must not
   * be charged to the service.
   */
  async #prepare(exchange: Exchange): Promise<{ key: string; dispatcher: Dispatcher }> {
    const { client, pool, deadlines } = this.#options
    const timer = client.clock.after(deadlines.key, () => exchange.abort(keyTimedOut()))
    try {
      const key = await exchange.prepared(client.key())
      return { key, dispatcher: await exchange.prepared(pool.ready()) }
    } finally {
      timer.cancel()
    }
  }

  #dispatch(dispatcher: Dispatcher, { exchange, request, key }: Outgoing): Promise<Answer> {
    const { base } = this.#options
    const { body } = request
    const headers = [...this.#headers, headerValue(key, 'key')]
    const isStreamed = typeof body === 'object'
    if (isStreamed && body.length !== null) headers.push('content-length', String(body.length))
    dispatcher.dispatch(
      {
        origin: base.origin,
        path: this.#basePath + request.path,
        method: request.method,
        headers,
        body: isStreamed ? body.open() : (body ?? null),
      },
      exchange,
    )
    return exchange.answer
  }

  #refused(body: Buffer, { answer, facts, key }: Received): AppError {
    const { location } = answer.headers
    return refusalError(answer.status, {
      facts,
      body: scrub(body.toString('utf8', 0, 65_536), key),
      retryAfter: readRetryAfter(answer.headers, this.#options.client.clock.now()),
      location: typeof location === 'string' ? scrub(location.slice(0, 300), key) : null,
    })
  }
}

function keyTimedOut(): AppError {
  return new AppError(
    'key-timed-out',
    'The account’s key or the proxy’s password could not be read in time. Look for a prompt of the keychain, or unlock it.',
    { retryable: true },
  )
}

const requestIdHeaders = ['x-request-id', 'request-id', 'x-requestid', 'x-correlation-id', 'x-trace-id', 'cf-ray']

function readRequestId(headers: AnswerHeaders): string | null {
  for (const name of requestIdHeaders) {
    const value = headers[name]
    if (typeof value === 'string' && value !== '') return value.slice(0, 200)
  }
  return null
}

/** Header values are bytes: non-ASCII characters are sent as UTF-8. */
function headerValue(text: string, field: 'user' | 'key'): string {
  checkCredential(field, text)
  return Buffer.from(text, 'utf8').toString('latin1')
}
