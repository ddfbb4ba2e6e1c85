import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { lookupOf } from './receiver-url.ts'

export type Received = {
  /** Null if no response arrived. */
  readonly status: number | null
  /** A sentence; null after a response. */
  readonly problem: string | null
}

const longestWait = 10_000
const slowPause = 1000
/** In bytes. Reading a longer response would take more time than a new connection. */
const mostBytes = 65_536

/** Calls webhooks over reused connections. */
export class ReceiverConnections {
  readonly #http = new http.Agent({ keepAlive: true })
  readonly #https = new https.Agent({ keepAlive: true })

  /** Only the status counts; redirects are not followed. `signal` ends the call. */
  async call(url: URL, { body, isSlow, signal }: ReceiverCall): Promise<Received> {
    const isSecure = url.protocol === 'https:'
    const agent = isSecure ? this.#https : this.#http
    const received = await post({ url, body, isSlow, agent, isSecure, signal })
    // The receiver closed the idle connection just as it was reused, so the call is repeated over a new one.
    if (received !== 'stale') return received
    return (await post({ url, body, isSlow, isSecure, signal })) as Received
  }

  close(): void {
    this.#http.destroy()
    this.#https.destroy()
  }
}

/** With `isSlow`, half of the body arrives late. */
type ReceiverCall = { body: string; isSlow: boolean; signal: AbortSignal }

type Post = ReceiverCall & {
  url: URL
  /** Without an agent, the call uses a new connection. */
  agent?: http.Agent
  isSecure: boolean
}

function post({ url, body, isSlow, agent, isSecure, signal }: Post): Promise<Received | 'stale'> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve({ status: null, problem: closed })
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const { request } = isSecure ? https : http
    const call = request(url, { method: 'POST', headers, agent: agent ?? false, lookup: lookupOf(url) })
    let status: number | undefined
    // An error replaces this sentence. Without one, a response that switches to another protocol is the only cause.
    let problem = 'The receiver closed the connection.'
    let isStale = false
    const limit = setTimeout(() => call.destroy(new Error(late)), longestWait)
    const abort = (): void => void call.destroy(new Error(closed))
    signal.addEventListener('abort', abort)
    call.on('response', (response) => {
      status = response.statusCode
      skipBody(response)
    })
    call.on('error', (error: NodeJS.ErrnoException) => {
      isStale = agent !== undefined && isFromIdleConnection(call, error)
      problem = problemOf(error)
    })
    call.on('close', () => {
      clearTimeout(limit)
      clearTimeout(rest)
      signal.removeEventListener('abort', abort)
      if (status !== undefined) resolve({ status, problem: null })
      else resolve(isStale ? 'stale' : { status: null, problem })
    })
    const rest = isSlow ? endSlowly(call, Buffer.from(body)) : void call.end(body)
  })
}

function endSlowly(call: ClientRequest, body: Buffer): NodeJS.Timeout {
  const half = body.length >> 1
  call.write(body.subarray(0, half))
  return setTimeout(() => call.end(body.subarray(half)), slowPause)
}

const closed = 'The sandbox was closed.'
/** The problem of a call whose receiver did not respond in time. */
export const late = `No response within ${longestWait / 1000} s.`

function isFromIdleConnection(call: ClientRequest, { code }: NodeJS.ErrnoException): boolean {
  return call.reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE')
}

function problemOf({ code, message }: NodeJS.ErrnoException): string {
  if (message === closed || message === late) return message
  return code === 'ECONNREFUSED' ? 'The connection was refused.' : `The connection failed: ${message}`
}

/**
 * Reads the rest of the response, because only then can the connection be reused. A receiver that doesn’t stop sending
 * is cut off.
 */
function skipBody(response: IncomingMessage): void {
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > mostBytes) response.destroy()
  })
  response.on('error', () => undefined)
}

function isWell({ status }: Received): boolean {
  return status !== null && status >= 200 && status < 300
}

/** The sentence for the log; null after a successful call. */
export function errorOf(received: Received): string | null {
  if (isWell(received)) return null
  return received.problem ?? `The receiver returned status ${received.status}.`
}
