import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Fault } from '#shared/domain/sandbox/fault.ts'
import type { Admin } from '../admin/admin.ts'
import { authenticate } from '../access/authenticate.ts'
import type { Faults } from '../faults/faults.ts'
import { strikeBefore } from '../faults/replaced-answers.ts'
import { strikeAnswer } from '../faults/break-answer.ts'
import { isSend, operationRouter, type Operation } from '../operations/operations.ts'
import type { Limits } from '../base/options.ts'
import type { Service } from '../operations/service.ts'
import type { ApiKey } from '../store/index.ts'
import type { Tracking } from '../tracking/tracking.ts'
import { jsonText, type Answer } from '../http/answer.ts'
import { noBody, type Bodies, type ReceivedBody } from '../http/body-receiver.ts'
import { parseJson, tooLarge } from '../readers/json-body.ts'
import type { Reach } from '../http/allowed-hosts.ts'
import type { RequestLog } from '../http/request-log.ts'
import type { Match, Router } from '../http/router.ts'
import { errorBody, notFound, ServiceError } from '../http/service-error.ts'
import { writeAnswer, writeAndPart } from '../http/write-answer.ts'

export type ServerParts = {
  service: Service
  tracking: Tracking
  admin: Admin
  faults: Faults
  log: RequestLog
  bodies: Bodies
  reach: Reach
  limits: Limits
  /** Told of errors of the sandbox itself. */
  onError: (error: unknown) => void
}

/** A call whose head was found right: nothing of its body has been read yet. */
type Admitted = Match<Operation> & {
  key: ApiKey
  ip: string
}

const version = '/v1'
const withBody = new Set(['POST', 'PUT', 'PATCH'])
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
    const { headMilliseconds, checkMilliseconds, httpConnections } = parts.limits
    // Node's limit on a whole request would cut a client that waits for its turn among 10,000 others: a body may take its
    // time as long as it moves.
    const times = { headersTimeout: headMilliseconds, requestTimeout: 0, keepAliveTimeout: 75_000 }
    this.server = createServer({ ...times, connectionsCheckingInterval: checkMilliseconds, noDelay: true })
    this.server.maxConnections = httpConnections
    const handle = (request: IncomingMessage, response: ServerResponse, isAsking: boolean): void => {
      this.#handle(request, response, isAsking).catch((error: unknown) => this.#failed(error, response))
    }
    this.server.on('request', (request: IncomingMessage, response: ServerResponse) => handle(request, response, false))
    this.server.on('checkContinue', (request, response) => handle(request, response, true))
  }

  close(): Promise<void> {
    this.#closing.abort()
    this.#parts.bodies.close()
    return new Promise((resolve) => {
      this.server.close(() => resolve())
      this.server.closeAllConnections()
    })
  }

  /** `isAsking`: the client sends its body only when it is told to go on (`Expect: 100-continue`). */
  async #handle(request: IncomingMessage, response: ServerResponse, isAsking: boolean): Promise<void> {
    const target = request.url ?? '/'
    const mark = target.indexOf('?')
    const path = mark < 0 ? target : target.slice(0, mark)
    const query = mark < 0 ? '' : target.slice(mark + 1)
    if (path.startsWith(`${version}/`)) {
      return this.#serve(request, response, { path: path.slice(version.length), query, isAsking })
    }
    if (isAsking) response.writeContinue()
    const answer = await this.#beside(request, response, path, query).catch((error: unknown) => this.#refusal(error))
    if (answer === undefined) return
    // A body nobody read would keep the connection waiting for its end.
    if (announcesBody(request) && !request.complete) answer.headers['connection'] = 'close'
    await writeAnswer(response, answer)
  }

  async #serve(
    request: IncomingMessage,
    response: ServerResponse,
    { path, query, isAsking }: { path: string; query: string; isAsking: boolean },
  ): Promise<void> {
    const started = performance.now()
    const { bodies, faults, log } = this.#parts
    const method = request.method ?? 'GET'
    const admitted = this.#admit(request, method, path)
    // Of a refused call a little, so that the log shows what it was.
    const received =
      'refusal' in admitted
        ? await this.#receiveStart(request, isAsking)
        : await this.#receive(request, response, { operation: admitted.handler, isAsking })
    try {
      const fault = faults.isEmpty ? undefined : faults.pick(method, path)
      const instead = fault && (await strikeBefore(fault, this.#closing.signal))
      const answer = instead ?? (await this.#operate(request, admitted, { query, received }))
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
      if (received.isUnfinished) await writeAndPart(request, response, answer)
      else await this.#write(response, answer, instead === undefined ? fault : undefined)
    } finally {
      if (!('refusal' in admitted)) bodies.release(received)
    }
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

  /** All that can be told by the head alone, before a stranger's body is let in. */
  #admit(request: IncomingMessage, method: string, path: string): Admitted | { refusal: unknown } {
    try {
      const { service, reach } = this.#parts
      reach.check(request.headers, { exact: false })
      const ip = request.socket.remoteAddress ?? ''
      const key = authenticate(service, request.headers, ip)
      const whole = !service.settings.strict && path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
      return { ...this.#router.match(method, whole), key, ip }
    } catch (refusal) {
      return { refusal }
    }
  }

  #receiveStart(request: IncomingMessage, isAsking: boolean): Promise<ReceivedBody> | ReceivedBody {
    if (!announcesBody(request)) return noBody
    return isAsking ? { ...noBody, isUnfinished: true } : this.#parts.bodies.readStart(request)
  }

  #receive(
    request: IncomingMessage,
    response: ServerResponse,
    { operation, isAsking }: { operation: Operation; isAsking: boolean },
  ): Promise<ReceivedBody> | ReceivedBody {
    if (!announcesBody(request)) return noBody
    const { maxMessageBytes } = this.#parts.service.settings
    const limit = maxMessageBytes + bodyOverhead
    if (isAsking) response.writeContinue()
    const refusal = () => (isSend(operation) ? tooLarge(maxMessageBytes) : tooLarge(limit, 'call'))
    return this.#parts.bodies.read(request, limit, refusal)
  }

  async #operate(
    request: IncomingMessage,
    admitted: Admitted | { refusal: unknown },
    { query, received }: { query: string; received: ReceivedBody },
  ): Promise<Answer> {
    try {
      if ('refusal' in admitted) throw admitted.refusal
      if (received.refusal !== undefined) throw received.refusal
      const { service } = this.#parts
      const { handler, params, key, ip } = admitted
      const hasBody = withBody.has(request.method ?? '')
      const body: unknown = hasBody ? parseJson(received.bytes, request.headers, service.settings.strict) : undefined
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

function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}
