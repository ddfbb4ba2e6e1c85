import http from 'node:http'
import https from 'node:https'

export type Received = {
  /** Null if no response arrived. */
  readonly status: number | null
  /** A sentence; null after a response. */
  readonly problem: string | null
}

const longestWait = 10_000

/**
 * Posts an event to a webhook until `signal` reports that the sandbox is closing. Only the status counts; redirects are not
 * followed.
 */
export function callReceiver(url: URL, payload: object, signal: AbortSignal): Promise<Received> {
  const body = JSON.stringify(payload)
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve) => {
    const fail = (problem: string): void => resolve({ status: null, problem })
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const limit = AbortSignal.timeout(longestWait)
    const call = request(
      url,
      { method: 'POST', headers, agent: false, signal: AbortSignal.any([limit, signal]) },
      (response) => {
        resolve({ status: response.statusCode ?? null, problem: null })
        // The body is not read, because a receiver may never stop sending.
        response.destroy()
      },
    )
    call.on('error', (error: NodeJS.ErrnoException) => {
      if (signal.aborted) fail('The sandbox was closed.')
      else if (limit.aborted) fail(`No response within ${longestWait / 1000} s.`)
      else
        fail(error.code === 'ECONNREFUSED' ? 'The connection was refused.' : `The connection failed: ${error.message}`)
    })
    call.end(body)
  })
}

function isWell({ status }: Received): boolean {
  return status !== null && status >= 200 && status < 300
}

/** The sentence for the log; null after a successful call. */
export function errorOf(received: Received): string | null {
  if (isWell(received)) return null
  return received.problem ?? `The receiver returned status ${received.status}.`
}
