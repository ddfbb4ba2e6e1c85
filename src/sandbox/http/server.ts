import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Fault } from '#shared/domain/fault.ts'
import type { Admin } from '../admin/admin.ts'
import { authenticate } from '../auth.ts'
import type { Faults } from '../faults/registry.ts'
import { strikeBefore } from '../faults/refusals.ts'
import { strikeAnswer } from '../faults/strike.ts'
import { operationRouter, type Operation } from '../operations/operations.ts'
import type { Service } from '../service.ts'
import type { Tracking } from '../tracking/tracking.ts'
import { jsonText, type Answer } from './answer.ts'
import { parseJson, readBody, tooLarge, type ReceivedBody } from './body.ts'
import type { RequestLog } from './request-log.ts'
import type { Router } from './router.ts'
import { errorBody, notFound, ServiceError } from './service-error.ts'
import { writeAnswer } from './write-answer.ts'

export interface ServerParts {
  service: Service
  tracking: Tracking
  admin: Admin
  faults: Faults
  log: RequestLog
  /** Told of errors of the sandbox itself. */
  onError: (error: unknown) => void
}

const version = '/v1'
const withBody = new Set(['POST', 'PUT', 'PATCH'])
const noBody: ReceivedBody = { bytes: Buffer.alloc(0), length: 0 }
const noQuery = new URLSearchParams()
/** JSON around a message of the greatest size: base64 is part of that size, the rest is names and addresses. */
const bodyOverhead = 4 * 1_048_576

/** The one door for HTTP: the service under `/v1`, the tracked addresses, health, and the controls. */
export class HttpDoor {
  readonly server: Server
  readonly #parts: ServerParts
  readonly #router: Router<Operation>
  readonly #closing = new AbortController()

  constructor(parts: ServerParts) {
    this.#parts = parts
    this.#router = operationRouter(parts.service.settings.strict)
    // Node's own limits would cut a client that waits for its turn among 10,000 others.
    this.server = createServer({ keepAliveTimeout: 75_000, requestTimeout: 0, noDelay: true }, (request, response) => {
      this.#handle(request, response).catch((error: unknown) => this.#failed(error, response))
    })
  }

  close(): Promise<void> {
    this.#closing.abort()
    return new Promise((resolve) => {
      this.server.close(() => resolve())
      this.server.closeAllConnections()
    })
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = request.url ?? '/'
    const mark = target.indexOf('?')
    const path = mark < 0 ? target : target.slice(0, mark)
    const query = mark < 0 ? '' : target.slice(mark + 1)
    if (path.startsWith(`${version}/`)) return this.#serve(request, response, path.slice(version.length), query)
    const answer = await this.#beside(request, response, path, query).catch((error: unknown) => this.#refusal(error))
    if (answer !== undefined) await writeAnswer(response, answer)
  }

  async #serve(request: IncomingMessage, response: ServerResponse, path: string, query: string): Promise<void> {
    const started = performance.now()
    const { faults, log } = this.#parts
    const method = request.method ?? 'GET'
    // Before anything else, so that the log shows what was refused, too.
    const received = withBody.has(method) ? await this.#receive(request) : noBody
    const fault = faults.isEmpty ? undefined : faults.pick(method, path)
    const instead = fault && (await strikeBefore(fault, this.#closing.signal))
    const answer = instead ?? (await this.#operate(request, method, path, query, received))
    log.add({
      channel: 'http',
      method,
      path: query === '' ? version + path : `${version}${path}?${query}`,
      status: answer.status,
      milliseconds: performance.now() - started,
      headers: request.headers,
      body: received.bytes,
      bodyLength: received.length,
      answer: answer.body,
      fault: fault?.kind,
    })
    this.#tellTime(answer)
    await this.#write(response, answer, instead === undefined ? fault : undefined)
  }

  /** A clock that was moved on is the service's clock: a client that compares finds out. */
  #tellTime({ headers }: Answer): void {
    const now = this.#parts.service.clock.now()
    if (Math.abs(now - Date.now()) >= 1000) headers.date = new Date(now).toUTCString()
  }

  #write(response: ServerResponse, answer: Answer, fault: Fault | undefined): Promise<void> {
    return fault === undefined
      ? writeAnswer(response, answer)
      : strikeAnswer(fault, answer, response, this.#closing.signal)
  }

  #receive(request: IncomingMessage): Promise<ReceivedBody> {
    const { maxMessageBytes } = this.#parts.service.settings
    return readBody(request, maxMessageBytes + bodyOverhead, tooLarge(maxMessageBytes))
  }

  async #operate(
    request: IncomingMessage,
    method: string,
    path: string,
    query: string,
    { bytes, refusal }: ReceivedBody,
  ): Promise<Answer> {
    try {
      const { service } = this.#parts
      const { strict } = service.settings
      const ip = request.socket.remoteAddress ?? ''
      const key = authenticate(service, request.headers, ip)
      const whole = !strict && path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
      const { handler, params } = this.#router.match(method, whole)
      if (refusal !== undefined) throw refusal
      const body: unknown = withBody.has(method) ? parseJson(bytes, request.headers, strict) : undefined
      const search = query === '' ? noQuery : new URLSearchParams(query)
      return await handler({ service, params, query: search, body, key, ip })
    } catch (error) {
      return this.#refusal(error)
    }
  }

  async #beside(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    query: string,
  ): Promise<Answer | undefined> {
    if (path === '/livez' || path === '/readyz') return jsonText('{"status":"ok"}')
    if (path.startsWith('/t/')) return this.#parts.tracking.answer(request, path)
    if (path.startsWith('/admin/')) return this.#parts.admin.answer(request, response, path.slice(6), query)
    throw notFound(`There is no such path: the service is under ${version}.`)
  }

  #refusal(error: unknown): Answer {
    if (error instanceof ServiceError) return jsonText(errorBody(error), error.status, error.headers)
    this.#parts.onError(error)
    return jsonText(errorBody(new ServiceError(500, 'internal', 'The sandbox failed on this call.')), 500)
  }

  /** A client that left in the middle is no error of ours; anything else ends the answer, so that nobody waits. */
  #failed(error: unknown, response: ServerResponse): void {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'ERR_STREAM_PREMATURE_CLOSE' && code !== 'ECONNRESET' && !response.destroyed)
      this.#parts.onError(error)
    response.destroy()
  }
}
