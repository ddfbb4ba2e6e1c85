import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readFault } from '#shared/domain/sandbox/fault.ts'
import type { Control } from '../control/control.ts'
import type { KeyChange } from '../control/types.ts'
import { json, type Answer } from '../http/answer.ts'
import type { BodyReceiver } from '../http/body-receiver.ts'
import { parseJson } from '../readers/json-body.ts'
import type { AllowedHosts } from '../http/allowed-hosts.ts'
import type { RequestLog } from '../http/request-log.ts'
import { Router, type Route } from '../http/router.ts'
import { invalid, ServiceError, tooLarge } from '../http/service-error.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { readAddresses } from '../operations/api-keys.ts'
import { readFlag, readInteger, readObject } from '../readers/fields.ts'
import { scenarioNames } from '../base/scenario.ts'
import { known, readAdvance, reading, type AdminCall, type AdminHandler } from './admin-call.ts'
import { openEventStream } from './event-stream.ts'
import { outboxRoutes } from './outbox-routes.ts'
import { forkRoutes, snapshotRoutes } from './snapshot-routes.ts'
import { nameRoutes } from './name-routes.ts'
import { replyRoutes } from './reply-routes.ts'
import { webhookRoutes } from './webhook-routes.ts'

const tokenHeader = 'x-sandbox-token'

const bodyLimit = 1_048_576

const routes: readonly Route<AdminHandler>[] = [
  { method: 'GET', path: '/state', handler: ({ control }) => json(control.state()) },
  {
    method: 'GET',
    path: '/requests',
    handler: ({ control, query }) => json(control.requests({ own: query.get('own') !== 'false' })),
  },
  {
    method: 'DELETE',
    path: '/requests',
    handler({ control }) {
      control.clearRequests()
      return json([])
    },
  },
  ...outboxRoutes,
  { method: 'GET', path: '/faults', handler: ({ control }) => json(control.faults()) },
  { method: 'PUT', path: '/faults', handler: setFaults },
  { method: 'GET', path: '/clock', handler: ({ control }) => json(control.clock()) },
  { method: 'POST', path: '/clock', handler: changeClock },
  { method: 'POST', path: '/reset', handler: reset },
  { method: 'GET', path: '/keys', handler: ({ control }) => json(control.keys()) },
  { method: 'PUT', path: '/keys/:id', handler: changeKey },
  { method: 'GET', path: '/credits', handler: ({ control }) => json(control.credits()) },
  { method: 'PUT', path: '/credits', handler: setCredits },
  { method: 'GET', path: '/certificate', handler: certificate },
  ...webhookRoutes,
  ...snapshotRoutes,
  ...forkRoutes,
  ...replyRoutes,
  ...nameRoutes,
]

type AdminNeeds = {
  control: Control
  outbox: Outbox
  forks: AdminCall['forks']
  log: RequestLog
  token: string
  allowedHosts: AllowedHosts
  bodies: BodyReceiver
}

/** Serves the controls over HTTP. They require a separate token, and pages from other origins cannot reach them. */
export class Admin {
  readonly #needs: AdminNeeds
  readonly #token: Buffer
  readonly #router = new Router(routes)

  constructor(needs: AdminNeeds) {
    this.#needs = needs
    this.#token = Buffer.from(needs.token)
  }

  /** Returns undefined if the response stays open as an event stream. */
  async answer(
    request: IncomingMessage,
    response: ServerResponse,
    { path, query }: { path: string; query: string },
  ): Promise<Answer | undefined> {
    this.#guard(request)
    const method = request.method ?? 'GET'
    if (method === 'GET' && path === '/events') {
      openEventStream(response, this.#needs.log)
      return undefined
    }
    const { handler, params } = this.#router.match(method, path)
    if (method !== 'POST' && method !== 'PUT') return handler(this.#call(response, { params, query, body: undefined }))
    const received = await this.#needs.bodies.read(request, bodyLimit, () => tooLarge(bodyLimit, 'call'))
    try {
      if (received.refusal !== undefined) throw received.refusal
      const body = parseJson(received.bytes, request.headers, { strict: false, isSend: false })
      return await handler(this.#call(response, { params, query, body }))
    } finally {
      this.#needs.bodies.release(received)
    }
  }

  #call(
    response: ServerResponse,
    { query, ...given }: { params: readonly string[]; query: string; body: unknown },
  ): AdminCall {
    const { control, outbox, forks } = this.#needs
    const signal = (): AbortSignal => {
      const gone = new AbortController()
      response.once('close', () => gone.abort(new ServiceError(499, 'gone', 'The client disconnected.')))
      return gone.signal
    }
    return { ...given, control, outbox, forks, signal, query: new URLSearchParams(query) }
  }

  #guard({ headers }: IncomingMessage): void {
    this.#needs.allowedHosts.check(headers, { exact: true })
    const given = Buffer.from(String(headers[tokenHeader] ?? ''))
    if (given.length !== this.#token.length || !timingSafeEqual(given, this.#token)) {
      throw new ServiceError(401, 'unauthorized', `The header ${tokenHeader} is missing or wrong.`)
    }
  }
}

function setFaults({ control, body }: AdminCall): Answer {
  const given = Array.isArray(body) ? (body as unknown[]) : [body]
  const faults = given.map((entry) => {
    const read = readFault(entry)
    if ('error' in read) throw invalid(read.error)
    return read.fault
  })
  return json(control.setFaults(faults))
}

function certificate({ control }: AdminCall): Answer {
  return { status: 200, headers: { 'content-type': 'application/x-pem-file' }, body: control.certificate() }
}

async function changeClock({ control, body }: AdminCall): Promise<Answer> {
  const fields = readObject(body, 'The request body', reading) ?? {}
  const running = readFlag(fields.running, 'running', reading)
  const advance = readAdvance(fields.advance)
  if (running !== undefined) control.setRunning(running)
  return json(advance === undefined ? control.clock() : await control.advance(advance))
}

function reset({ control, body }: AdminCall): Answer {
  const fields = readObject(body, 'The request body', reading) ?? {}
  const scenario = scenarioNames.find((name) => name === (fields.scenario ?? 'empty'))
  if (scenario === undefined) throw invalid(`scenario must be one of ${scenarioNames.join(', ')}.`)
  return json(control.reset(scenario))
}

function setCredits({ control, body }: AdminCall): Answer {
  const fields = readObject(body, 'The request body', reading) ?? {}
  const credits = readInteger(fields.credits, 'credits', { min: 0, max: 1e9, ...reading })
  if (credits === undefined) throw invalid('credits is required: the number of credits left this month.')
  return json(control.setCredits(credits))
}

function changeKey({ control, params, body }: AdminCall): Answer {
  const fields = readObject(body, 'The request body', reading) ?? {}
  const change: KeyChange = {}
  const enabled = readFlag(fields.enabled, 'enabled', reading)
  const iPFilterEnabled = readFlag(fields.iPFilterEnabled, 'iPFilterEnabled', reading)
  const allowedIPs = readAddresses(fields.allowedIPs, reading)
  if (enabled !== undefined) change.enabled = enabled
  if (iPFilterEnabled !== undefined) change.iPFilterEnabled = iPFilterEnabled
  if (allowedIPs !== undefined) change.allowedIPs = allowedIPs
  return json(known(control.changeKey(params[0]!, change), params[0]!))
}
