import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import { lookupOf } from './receiver-url.ts'

export type Received = {
  /** Null if no response arrived. */
  readonly status: number | null
  /** A sentence that says why there was no response; null if there was one. */
  readonly problem: string | null
}

const longestWait = 10_000
const slowPause = 1000
/**
 * Receivers keep idle connections open for longer than this, so it hardly ever happens that a call is sent on a
 * connection that is just being closed.
 */
const longestIdle = 1000
/** In bytes. Reading a longer response would take more time than a new connection. */
const mostBytes = 65_536

/**
 * Calls webhooks over reused connections. A call that ends without a response is not repeated here, because the receiver
 * may have read it: each call must be logged once.
 */
export class ReceiverConnections {
  readonly #http = new http.Agent({ keepAlive: true, timeout: longestIdle })
  readonly #https = new https.Agent({ keepAlive: true, timeout: longestIdle })
  /**
   * Receivers that close a connection after a response without announcing it. Because a call on a reused connection
   * could be lost, each call to them gets a new connection.
   */
  readonly #closers = new Set<string>()

  /** Only the status counts; redirects are not followed. `signal` ends the call. */
  call(url: URL, given: ReceiverCall): Promise<Received> {
    const { request, agent } =
      url.protocol === 'https:'
        ? { request: https.request, agent: this.#https }
        : { request: http.request, agent: this.#http }
    const { origin } = url
    const onClosed = (): void => void this.#closers.add(origin)
    return post(url, { ...given, request, agent: this.#closers.has(origin) ? false : agent, onClosed })
  }

  close(): void {
    this.#http.destroy()
    this.#https.destroy()
  }
}

/** With `isSlow`, half of the body arrives late. */
type ReceiverCall = { body: string; isSlow: boolean; signal: AbortSignal }

type Post = ReceiverCall & {
  request: typeof http.request
  /** Without an agent, the call uses a new connection. */
  agent: http.Agent | false
  /** Called if the receiver closes the connection after its first response. */
  onClosed: () => void
}

function post(url: URL, { body, isSlow, signal, request, agent, onClosed }: Post): Promise<Received> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve({ status: null, problem: closed })
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const call = request(url, { method: 'POST', headers, agent, lookup: lookupOf(url) })
    let status: number | undefined
    // Any error replaces this sentence. If there is none, the cause can only be a response that switches to another
    // protocol.
    let problem = 'The receiver closed the connection.'
    const limit = setTimeout(() => call.destroy(new Error(late)), longestWait)
    const abort = (): void => void call.destroy(new Error(closed))
    signal.addEventListener('abort', abort)
    call.on('response', (response) => {
      status = response.statusCode
      skipBody(response)
    })
    call.on('error', (error) => (problem = problemOf(error)))
    call.on('close', () => {
      clearTimeout(limit)
      clearTimeout(rest)
      signal.removeEventListener('abort', abort)
      if (agent && call.socket && !call.reusedSocket) noticeClosing(call.socket, onClosed)
      resolve(status === undefined ? { status: null, problem } : { status, problem: null })
    })
    const rest = isSlow ? endSlowly(call, Buffer.from(body)) : void call.end(body)
  })
}

/** The agent destroys a connection that has been idle for `longestIdle`. Any other was closed by the receiver. */
function noticeClosing(socket: Socket, onClosed: () => void): void {
  let wasIdle = false
  // The agent’s listener comes first.
  socket.on('timeout', () => (wasIdle = socket.destroyed))
  socket.once('close', () => {
    if (!wasIdle) onClosed()
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
