import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Admin } from '../admin/admin.ts'
import { authenticate } from '../access/authenticate.ts'
import type { Faults } from '../faults/faults.ts'
import { applyBefore } from '../faults/replaced-answers.ts'
import { writeBroken } from '../faults/break-answer.ts'
import { isSend, operationRouter, type Operation } from '../operations/operations.ts'
import { collectAfter } from '../base/collect-garbage.ts'
import type { Limits } from '../base/options.ts'
import type { Service } from '../operations/service.ts'
import type { ApiKey } from '../store/index.ts'
import type { Tracking } from '../tracking/tracking.ts'
import { jsonText, type Answer } from '../http/answer.ts'
import { noBody, type BodyReceiver, type ReceivedBody } from '../http/body-receiver.ts'
import { parseJson } from '../readers/json-body.ts'
import type { AllowedHosts } from '../http/allowed-hosts.ts'
import { requestLimit, type RequestLog } from '../http/request-log.ts'
import type { Match, Router } from '../http/router.ts'
import { errorBody, notFound, ServiceError, tooLarge } from '../http/service-error.ts'
import { writeAnswer, writeAndClose } from '../http/write-answer.ts'
import type { Certificates } from '../tls/certificates.ts'
import { TlsFront } from '../tls/tls-front.ts'
import { serveRawPath } from './raw-path.ts'
import { adminPath, asPath, isOwnPath, isServicePath, refuseUnclearHost, trackedPath, version } from './target.ts'
import { refuseTunnel, refuseUnreadable, type ParserError } from './unreadable-request.ts'

export type HttpServerNeeds = {
  service: Service
  tracking: Tracking
  admin: Admin
  faults: Faults
  log: RequestLog
  bodies: BodyReceiver
  allowedHosts: AllowedHosts
  certificates: Certificates
  limits: Limits
  /** Called with the sandbox’s own errors. */
  onError: (error: unknown) => void
}

/** A call whose headers were accepted and whose body is still unread. */
type Admitted = Match<Operation> & {
  key: ApiKey
  ip: string
}

type Target = {
  path: string
  query: string
  /** Whether the client sends its body only after `100 Continue`. */
  expectsContinue: boolean
  refusal?: ServiceError
}

const withBody = new Set(['POST', 'PUT', 'PATCH'])
const noQuery = new URLSearchParams()
/** Leaves room for the JSON around a message of the maximum size. Base64 counts as part of the message, names don’t. */
const bodyOverhead = 4 * 1_048_576

/** Serves the service under `/v1`, the tracked addresses, the health checks and the controls, over HTTP and HTTPS. */
export class HttpServer {
  readonly server: Server
  readonly #needs: HttpServerNeeds
  readonly #router: Router<Operation>
  readonly #tlsFront: TlsFront
  readonly #closing = new AbortController()
  readonly #running = new Set<Promise<Answer>>()

  constructor(needs: HttpServerNeeds) {
    this.#needs = needs
    this.#router = operationRouter(needs.service.settings.strict)
    const { headMilliseconds, checkMilliseconds, httpIdleMilliseconds, httpConnections } = needs.limits
    // Node’s time limit for entire requests is off, because it would cut off a client that waits its turn among 10,000
    // others. The body receiver limits only how long a body makes no progress.
    const times = { headersTimeout: headMilliseconds, requestTimeout: 0, keepAliveTimeout: httpIdleMilliseconds }
    this.server = createServer({
      ...times,
      connectionsCheckingInterval: checkMilliseconds,
      noDelay: true,
      // If Node refused the request itself, the response would have no body and the log no entry.
      requireHostHeader: false,
    })
    this.server.maxConnections = httpConnections
    type Expectation = Pick<Target, 'expectsContinue' | 'refusal'>
    const handle = (request: IncomingMessage, response: ServerResponse, expectation: Expectation): void => {
      this.#handle(request, response, expectation).catch((error: unknown) => this.#failed(error, response))
    }
    this.server.on('request', (request: IncomingMessage, response: ServerResponse) =>
      handle(request, response, { expectsContinue: false }),
    )
    this.server.on('checkContinue', (request, response) => handle(request, response, { expectsContinue: true }))
    this.server.on('checkExpectation', (request, response) =>
      handle(request, response, { expectsContinue: true, refusal: unknownExpectation() }),
    )
    this.server.on('connect', (request, socket) => refuseTunnel(request, socket, needs.log))
    this.server.on('clientError', (error: ParserError, socket) => {
      const { rawPacket } = error
      if (this.#tlsFront.take(rawPacket, socket) || serveRawPath(this.server, rawPacket, socket)) return
      refuseUnreadable(error, socket, needs.log)
    })
    this.#tlsFront = new TlsFront({ server: this.server, certificates: needs.certificates, headMilliseconds })
  }

  /** Waits for the operations, because they use the store, which is closed next. */
  async close(): Promise<void> {
    this.#closing.abort()
    this.#needs.bodies.close()
    await new Promise<void>((resolve) => {
      this.server.close(() => resolve())
      this.server.closeAllConnections()
      this.#tlsFront.close()
    })
    await Promise.allSettled(this.#running)
  }

  async #handle(
    request: IncomingMessage,
    response: ServerResponse,
    expectation: Pick<Target, 'expectsContinue' | 'refusal'>,
  ): Promise<void> {
    const target = asPath(request)
    const mark = target.indexOf('?')
    const path = mark < 0 ? target : target.slice(0, mark)
    const query = mark < 0 ? '' : target.slice(mark + 1)
    if (!isOwnPath(path) || expectation.refusal !== undefined) {
      return this.#serve(request, response, { path, query, ...expectation })
    }
    if (expectation.expectsContinue) response.writeContinue()
    const other = { path, query }
    const answer = await this.#serveOther(request, response, other).catch((error: unknown) => this.#refusal(error))
    if (answer === undefined) return
    // If part of the body is unread, the connection would otherwise wait for the rest of it.
    if (announcesBody(request) && !request.complete) answer.headers['connection'] = 'close'
    await writeAnswer(response, answer)
  }

  /**
   * Paths outside the service are refused and logged as well, because a program whose base URL lacks the version calls
   * them.
   */
  async #serve(
    request: IncomingMessage,
    response: ServerResponse,
    { path, query, expectsContinue, refusal }: Target,
  ): Promise<void> {
    const started = performance.now()
    const { bodies, faults, log } = this.#needs
    const method = request.method ?? 'GET'
    const admitted = refusal === undefined ? this.#admit(request, method, path) : { refusal }
    // Even for a refused call, the log shows the start of its body.
    const received =
      'refusal' in admitted
        ? await this.#receiveStart(request, expectsContinue)
        : await this.#receive(request, response, { operation: admitted.handler, expectsContinue })
    try {
      const fault = faults.isEmpty || !isServicePath(path) ? undefined : faults.pick(method, path.slice(version.length))
      const replacement = fault && (await applyBefore(fault, this.#closing.signal))
      const answer = replacement ?? (await this.#operate(request, admitted, { query, received }))
      log.add({
        channel: 'http',
        method,
        path: query === '' ? path : `${path}?${query}`,
        status: answer.status,
        milliseconds: performance.now() - started,
        headers: request.headers,
        body: received.bytes,
        bodyLength: received.length,
        isUnfinished: received.isUnfinished,
        answer: answer.body,
        answerHeaders: answer.headers,
        messages: answer.messages,
        notes: answer.notes,
        fault: fault?.kind,
      })
      this.#setDate(answer)
      if (received.isUnfinished) await writeAndClose(request, response, answer)
      else if (fault === undefined || replacement !== undefined) await writeAnswer(response, answer)
      else await writeBroken(fault, answer, { response, closing: this.#closing.signal })
    } finally {
      if (!('refusal' in admitted)) bodies.release(received)
    }
  }

  /** Clients compare the Date header with their own clock, so it follows the sandbox clock if that clock has been moved. */
  #setDate({ headers }: Answer): void {
    const now = this.#needs.service.clock.now()
    if (Math.abs(now - Date.now()) >= 1000) headers.date = new Date(now).toUTCString()
  }

  /** Makes all checks that need only the headers, so that nothing is received from a client that fails them. */
  #admit(request: IncomingMessage, method: string, path: string): Admitted | { refusal: unknown } {
    try {
      const { service, allowedHosts } = this.#needs
      refuseUnclearHost(request)
      if (!isServicePath(path)) throw notFound(`There is no such path. The service is under ${version}.`)
      allowedHosts.check(request.headers, { exact: false })
      const ip = request.socket.remoteAddress ?? ''
      const key = authenticate(service, request.headers, ip)
      const inService = path.slice(version.length)
      const isLoose = !service.settings.strict && inService.length > 1 && inService.endsWith('/')
      const whole = isLoose ? inService.slice(0, -1) : inService
      return { ...this.#router.match(method, whole), key, ip }
    } catch (refusal) {
      return { refusal }
    }
  }

  #receiveStart(request: IncomingMessage, expectsContinue: boolean): Promise<ReceivedBody> | ReceivedBody {
    if (!announcesBody(request)) return noBody
    return expectsContinue ? { ...noBody, isUnfinished: true } : this.#needs.bodies.readStart(request)
  }

  #receive(
    request: IncomingMessage,
    response: ServerResponse,
    { operation, expectsContinue }: { operation: Operation; expectsContinue: boolean },
  ): Promise<ReceivedBody> | ReceivedBody {
    if (!announcesBody(request)) return noBody
    const { maxMessageBytes } = this.#needs.service.settings
    const limit = maxMessageBytes + bodyOverhead
    if (expectsContinue) response.writeContinue()
    const refusal = () => (isSend(operation) ? tooLarge(maxMessageBytes) : tooLarge(limit, 'call'))
    return this.#needs.bodies.read(request, limit, refusal)
  }

  async #operate(
    request: IncomingMessage,
    admitted: Admitted | { refusal: unknown },
    { query, received }: { query: string; received: ReceivedBody },
  ): Promise<Answer> {
    try {
      if ('refusal' in admitted) throw admitted.refusal
      if (received.refusal !== undefined) throw received.refusal
      const { service } = this.#needs
      const { handler, params, key, ip } = admitted
      const { method = 'GET' } = request
      // Some clients send a GET with a JSON body.
      const hasBody = withBody.has(method) || (method === 'GET' && received.length > 0)
      const reading = { strict: service.settings.strict, isSend: isSend(handler), isGet: method === 'GET' }
      const body: unknown = hasBody ? parseJson(received.bytes, request.headers, reading) : undefined
      this.#needs.bodies.free(received, requestLimit)
      collectAfter(received.length)
      const search = query === '' ? noQuery : new URLSearchParams(query)
      const call = { service, params, query: search, body, key, ip, signal: this.#closing.signal }
      return await this.#tracked(handler(call))
    } catch (error) {
      return this.#refusal(error)
    }
  }

  async #tracked(answer: Answer | Promise<Answer>): Promise<Answer> {
    if (!(answer instanceof Promise)) return answer
    this.#running.add(answer)
    try {
      return await answer
    } finally {
      this.#running.delete(answer)
    }
  }

  /**
   * Serves health checks, tracked addresses and the controls. Undefined if the response stays open as a stream of
   * events.
   */
  async #serveOther(
    request: IncomingMessage,
    response: ServerResponse,
    { path, query }: { path: string; query: string },
  ): Promise<Answer | undefined> {
    refuseUnclearHost(request)
    if (path.startsWith(trackedPath)) return this.#needs.tracking.answer(request, path)
    if (path.startsWith(adminPath)) {
      return this.#needs.admin.answer(request, response, { path: path.slice('/admin'.length), query })
    }
    return jsonText('{"status":"ok"}')
  }

  #refusal(error: unknown): Answer {
    if (error instanceof ServiceError) return jsonText(errorBody(error), error.status, error.headers)
    this.#needs.onError(error)
    return jsonText(errorBody(new ServiceError(500, 'internal', 'The sandbox failed to process this call.')), 500)
  }

  /** A disconnected client is not an error of the sandbox. The response is destroyed so that no client keeps waiting. */
  #failed(error: unknown, response: ServerResponse): void {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'ERR_STREAM_PREMATURE_CLOSE' && code !== 'ECONNRESET' && !response.destroyed)
      this.#needs.onError(error)
    response.destroy()
  }
}

function unknownExpectation(): ServiceError {
  return new ServiceError(417, 'expectation-failed', 'The only supported value of the Expect header is 100-continue.')
}

function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}
