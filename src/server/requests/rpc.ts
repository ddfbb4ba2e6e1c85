import type { IncomingMessage, ServerResponse } from 'node:http'
import type { App } from '#core/create-app.ts'
import { dispatch } from '#core/dispatch.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { Reply } from '#shared/contract/host.ts'
import { readJsonBody, sendJson } from './json-body.ts'

/**
 * `POST /rpc/<command>`: `{ ok: true, output }` or `{ ok: false, error }`. An error of the core has status 200: a
 * browser logs every 4xx in its console as a failure of the page, which a wrong key is not.
 */
export async function answerCall(
  app: App,
  command: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const input = await readJsonBody(request, response)
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const answer: Reply = await dispatch(app, command, input, { signal: gone.signal }).then(
    (output) => ({ ok: true, output }),
    (thrown: unknown) => ({ ok: false, error: AppError.from(thrown).toJSON() }),
  )
  if (response.destroyed) return
  response.statusCode = !answer.ok && answer.error.code === 'unknown-command' ? 404 : 200
  sendJson(response, answer)
}
