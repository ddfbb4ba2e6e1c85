import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { App } from '#core/create-app.ts'
import type { Clock, Logger } from '#core/base/ports.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { Session } from '#shared/contract/host.ts'
import type { Connections } from './connections.ts'
import type { Downloads } from './downloads.ts'
import type { EventStreams } from './event-stream.ts'
import { checkProvenance } from './guard.ts'
import { setHardeningHeaders } from './hardening-headers.ts'
import { readJsonBody, sendJson } from './json-body.ts'
import { answerRefusal, Refusal } from './refusal.ts'
import { addPage, proveHost, signInAgain } from './returns.ts'
import { answerCall, firstReplies } from './rpc.ts'
import type { ReturningPages } from '../access/returning-pages.ts'
import type { Sessions } from '../access/sessions.ts'
import { discardAfterAnswer, endStalledBody } from './unfinished-body.ts'
import type { Uploads } from './uploads.ts'

/** Serves the page’s own files, from the built page or a development server. */
export type PageSource = {
  serve(urlPath: string, request: IncomingMessage, response: ServerResponse): Promise<void>
}

export type HostParts = {
  app: App
  port: number
  sessions: Sessions
  pages: ReturningPages
  connections: Connections
  /** A connection is closed if its request body makes no progress for this long. */
  bodyMilliseconds: number
  events: EventStreams
  uploads: Uploads
  downloads: Downloads
  page: PageSource
  clock: Clock
  logger: Logger
}

export function createRequestListener(parts: HostParts): RequestListener {
  return (request, response) => {
    setHardeningHeaders(response)
    endStalledBody(request, parts.clock, parts.bodyMilliseconds)
    discardAfterAnswer(request, response, parts.clock)
    answer(parts, request, response).catch((thrown: unknown) => {
      if (response.destroyed) return
      const refusal = thrown instanceof Refusal ? thrown : asRefusal(thrown, parts.logger)
      if (refusal !== thrown || refusal.status !== 404) {
        parts.logger.log('warn', 'A request was refused.', { status: refusal.status, code: refusal.code })
      }
      answerRefusal(request, response, refusal)
    })
  }
}

async function answer(parts: HostParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const method = request.method ?? 'GET'
  const reads = method === 'GET' || method === 'HEAD'
  const target = request.url ?? '/'
  const query = target.indexOf('?')
  const path = query < 0 ? target : target.slice(0, query)
  const parameters = new URLSearchParams(query < 0 ? '' : target.slice(query + 1))
  const { headers, rawHeaders } = request
  checkProvenance({ method, path, headers, rawHeaders }, parts.port)

  if (path === '/session' && method === 'POST') return signIn(parts, request, response)
  if (path === '/session/proof' && method === 'POST') return proveHost(parts.pages, request, response)
  if (path === '/session/return' && method === 'POST') return signInAgain(parts, request, response)
  if (path.startsWith('/downloads/') && reads) {
    return parts.downloads.send(path.slice('/downloads/'.length), response, method)
  }
  // Anyone may load the page’s own files, because they contain no user data and are needed for signing in.
  if (reads && path !== '/events') return parts.page.serve(path, request, response)
  if (!parts.sessions.admits(request.headers.authorization)) throw notSignedIn(response)
  parts.connections.trust(request.socket)
  if (path.startsWith('/rpc/') && method === 'POST') {
    return answerCall(parts.app, path.slice('/rpc/'.length), request, response)
  }
  if (path === '/session/page' && method === 'POST') return addPage(parts.pages, request, response)
  if (path === '/events' && method === 'GET') return parts.events.serve(response)
  if (path === '/files' && method === 'PUT') return parts.uploads.receive(request, response, parameters.get('name'))
  if (path === '/downloads' && method === 'POST') return parts.downloads.order(request, response)
  throw new Refusal(405, 'wrong-method', 'Mailroom does not accept this type of request here.')
}

function notSignedIn(response: ServerResponse): Refusal {
  response.setHeader('WWW-Authenticate', 'Bearer')
  return new Refusal(
    401,
    'not-signed-in',
    'This page is not signed in. Run the command that started Mailroom again. It opens a window or prints a new link.',
  )
}

/** Before sign-in, a body only needs to contain a token. */
const maxStrangerBytes = 4096

/**
 * Exchanges the token in the page’s link for a key. A page of another origin can neither send this request nor read its
 * response. If the page is reloaded before the response arrives, the token is not used up.
 */
async function signIn({ app, sessions }: HostParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = (await readJsonBody(request, response, maxStrangerBytes)) as { token?: unknown } | null | undefined
  const token = typeof body?.token === 'string' ? body.token : ''
  const taken = sessions.take(token)
  if (taken === null) {
    throw new Refusal(
      403,
      'used-token',
      'This link has expired or was already used. Run npm start again for a new one.',
    )
  }
  let isGiven = false
  response.once('close', () => !isGiven && taken.giveBack())
  const first = await firstReplies(app)
  if (response.destroyed) return
  isGiven = true
  const output: Session = { key: sessions.open(), first }
  sendJson(response, { ok: true, output })
}

function asRefusal(thrown: unknown, logger: Logger): Refusal {
  const error = AppError.from(thrown)
  if (error.code === 'internal') logger.log('error', 'a request failed', { reason: String(thrown) })
  return new Refusal(error.code === 'disk-full' ? 507 : 500, error.code, error.message)
}
