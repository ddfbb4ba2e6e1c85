import type { IncomingMessage, ServerResponse } from 'node:http'
import type { App } from '#core/create-app.ts'
import { dispatch } from '#core/dispatch.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { firstCommands, type Reply, type Session } from '#shared/contract/host.ts'
import { readJsonBody, sendJson } from './json-body.ts'

const firstMilliseconds = 10_000

/**
 * `POST /rpc/<command>` returns `{ ok: true, output }` or `{ ok: false, error }`. Even the core’s errors have status
 * 200, because browsers log a 4xx in the console as if the page were broken. Only an unknown command has status 404.
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
  const answer = await replyTo(app, command, input, gone.signal)
  if (response.destroyed) return
  response.statusCode = !answer.ok && answer.error.code === 'unknown-command' ? 404 : 200
  sendJson(response, answer)
}

/** Failures are included: the page then shows the same error as if it had made the call itself. */
export async function firstReplies(app: App): Promise<Session['first']> {
  const signal = AbortSignal.timeout(firstMilliseconds)
  const replies = firstCommands.map(async (name) => [name, await replyTo(app, name, undefined, signal)] as const)
  return Object.fromEntries(await Promise.all(replies)) as Session['first']
}

function replyTo(app: App, command: string, input: unknown, signal: AbortSignal): Promise<Reply> {
  return dispatch(app, command, input, { signal }).then(
    (output): Reply => ({ ok: true, output }),
    (thrown: unknown): Reply => ({ ok: false, error: AppError.from(thrown).toJSON() }),
  )
}
