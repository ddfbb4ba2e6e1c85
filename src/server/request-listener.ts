import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { App } from '#core/create-app.ts'
import type { Logger } from '#core/ports.ts'
import { AppError } from '#shared/contract/error.ts'
import { sendFile } from './downloads.ts'
import type { EventStreams } from './event-stream.ts'
import { checkProvenance } from './guard.ts'
import { setHardeningHeaders } from './hardening-headers.ts'
import { readJsonBody } from './json-body.ts'
import { answerRefusal, Refusal } from './refusal.ts'
import { answerCall } from './rpc.ts'
import { sameSecret, type Sessions } from './sessions.ts'
import type { Uploads } from './uploads.ts'

/** What answers the page's own files: the built page, or a development server. */
export type PageSource = {
  serve(urlPath: string, request: IncomingMessage, response: ServerResponse): Promise<void>
}

export type HostParts = {
  app: App
  port: number
  sessions: Sessions
  focusSecret: string
  events: EventStreams
  uploads: Uploads
  page: PageSource
  logger: Logger
}

export function createRequestListener(parts: HostParts): RequestListener {
  return (request, response) => {
    setHardeningHeaders(response)
    answer(parts, request, response).catch((thrown: unknown) => {
      if (response.destroyed) return
      const refusal = thrown instanceof Refusal ? thrown : asRefusal(thrown, parts.logger)
      if (refusal !== thrown || refusal.status !== 404) {
        parts.logger.log('warn', 'refused a request', { status: refusal.status, code: refusal.code })
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
  checkProvenance({ method, path, headers: request.headers }, parts.port)

  if (path === '/focus' && method === 'POST') return focus(parts, request, response)
  if (path === '/' && method === 'GET' && parameters.has('token')) {
    return signIn(parts.sessions, parameters.get('token') ?? '', request, response)
  }
  if (!parts.sessions.admits(request.headers.cookie)) {
    throw new Refusal(403, 'not-signed-in', 'Open Mailroom by the link that it printed, or run npm start once more.')
  }
  if (path.startsWith('/rpc/') && method === 'POST') {
    return answerCall(parts.app, path.slice('/rpc/'.length), request, response)
  }
  if (path === '/events' && method === 'GET') return parts.events.serve(response)
  if (path === '/files' && method === 'PUT') return parts.uploads.receive(request, response, parameters.get('name'))
  if (path.startsWith('/files/') && reads) {
    return sendFile(parts.app, path.slice('/files/'.length), response, method === 'GET')
  }
  if (reads) return parts.page.serve(path, request, response)
  throw new Refusal(405, 'wrong-method', 'Mailroom does not take that kind of request there.')
}

/** The token leaves the address bar and the history at once. A reload of the link with a good cookie just goes on. */
function signIn(sessions: Sessions, token: string, request: IncomingMessage, response: ServerResponse): void {
  const cookie = sessions.exchange(token)
  if (cookie) response.setHeader('Set-Cookie', cookie)
  else if (!sessions.admits(request.headers.cookie)) {
    throw new Refusal(403, 'used-token', 'This link was used before. Run npm start once more for a new one.')
  }
  response.writeHead(303, { Location: '/' }).end()
}

/** A second start on the same data folder proves that it read the lock, and gets a link of its own. */
async function focus(parts: HostParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = (await readJsonBody(request, response)) as { secret?: unknown } | null | undefined
  if (typeof body?.secret !== 'string' || !sameSecret(body.secret, parts.focusSecret)) {
    throw new Refusal(403, 'wrong-secret', 'Only a Mailroom of the same data folder may do that.')
  }
  const url = `http://127.0.0.1:${parts.port}/?token=${parts.sessions.issueToken()}`
  response.setHeader('Content-Type', 'application/json')
  response.end(JSON.stringify({ ok: true, output: { url } }))
}

function asRefusal(thrown: unknown, logger: Logger): Refusal {
  const error = AppError.from(thrown)
  if (error.code === 'internal') logger.log('error', 'a request failed', { reason: String(thrown) })
  return new Refusal(error.code === 'disk-full' ? 507 : 500, error.code, error.message)
}
