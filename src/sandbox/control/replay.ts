import { request } from 'node:http'
import type { RequestLog } from '../http/request-log.ts'
import { invalid, notFound } from '../http/service-error.ts'

/**
 * `id` is the new call’s number, or null if it isn’t in the log. `status` is the response’s status, or 0 if a fault cut
 * the response off.
 */
export type Replayed = { id: number | null; status: number }

const replayHeader = 'x-sandbox-replay'
/** Headers that belong to the original connection or are set by the new one. */
const ofConnection = new Set(['host', 'connection', 'keep-alive', 'content-length', 'transfer-encoding', 'expect'])
const longestWait = 30_000

/**
 * Repeats a logged call just as its program made it: through the server and with the same key. Active faults apply to
 * it.
 */
export async function replay(log: RequestLog, id: number, base: string): Promise<Replayed> {
  const call = log.raw(id)
  if (call === undefined) throw notFound(`There is no request ${id}.`)
  if (call.channel === 'smtp') throw invalid('A message received over SMTP can’t be sent again from the log.')
  if (call.isCut)
    throw invalid('The log doesn’t have the complete body of this request. Send the request again from your program.')
  const { method, path, body } = call
  const headers = Object.fromEntries(Object.entries(call.headers).filter(([name]) => !ofConnection.has(name)))
  const own = { [replayHeader]: String(id), ...(body.length > 0 && { 'content-length': body.length }) }
  const status = await new Promise<number>((resolve) => {
    // Resolved against the base, a path that begins with two slashes would name another host.
    const { hostname, port } = new URL(base)
    const signal = AbortSignal.timeout(longestWait)
    const options = { hostname, port, path, method, headers: { ...headers, ...own }, agent: false, signal }
    const sent = request(options, (response) => {
      const { statusCode = 0 } = response
      response.on('error', () => resolve(statusCode))
      response.resume().on('end', () => resolve(statusCode))
    })
    // If a fault breaks the connection, that is a valid outcome: status 0.
    sent.on('error', () => resolve(0))
    sent.end(body)
  })
  return { id: log.withHeader(replayHeader, String(id)) ?? null, status }
}
