import { STATUS_CODES, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { jsonText, type Answer } from '../http/answer.ts'
import type { RequestLog } from '../http/request-log.ts'
import { errorBody, ServiceError } from '../http/service-error.ts'

/** The error that Node emits if its parser rejects a request or a time limit has passed. */
export type ParserError = Error & { code?: string; reason?: string; rawPacket?: Buffer }

const errorsOfFirstLine = new Set([
  'HPE_INVALID_METHOD',
  'HPE_INVALID_CONSTANT',
  'HPE_INVALID_URL',
  'HPE_INVALID_VERSION',
])
/** Logged as the method if a request’s first line has none. */
const unreadable = '?'
const mostLetters = 200

const requestLine = /^([A-Z]{1,20}) (\S[^\r\n]*?)(?: HTTP\/\d\.\d)?\r?\n/

/** Refuses a request that the HTTP parser could not read. Node’s own response would have no body and no log entry. */
export function refuseUnreadable(error: ParserError, socket: Duplex, log: RequestLog): void {
  // After a TLS error, the connection can only be closed, because nothing the client sent can be read.
  if (error.code === 'ECONNRESET' || error.code?.startsWith('ERR_SSL_') || !socket.writable) {
    socket.destroy()
    return
  }
  const answer = end(socket, refusalOf(error))
  const seen = beginning(error, socket)
  if (seen !== undefined) logRefusal({ ...seen, headers: {} }, answer, log)
}

/** Refuses a CONNECT request, which clients send if the sandbox is configured as their proxy. */
export function refuseTunnel({ url = '', headers }: IncomingMessage, socket: Duplex, log: RequestLog): void {
  socket.on('error', () => socket.destroy())
  const refusal = new ServiceError(
    405,
    'method-not-allowed',
    'The sandbox is not a proxy, so CONNECT is not supported.',
  )
  logRefusal({ method: 'CONNECT', path: url, headers }, end(socket, refusal), log)
}

function end(socket: Duplex, refusal: ServiceError): Answer {
  const { status, headers, body } = jsonText(errorBody(refusal), refusal.status)
  const lines = Object.entries({ ...headers, 'content-length': String(Buffer.byteLength(String(body))) })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}connection: close\r\n\r\n${String(body)}`)
  return { status, headers, body }
}

type Beginning = { method: string; path: string }

/** Returns undefined if no request has begun on the connection, because there is nothing to log then. */
function beginning({ code, rawPacket }: ParserError, socket: Duplex): Beginning | undefined {
  // Node does not pass on the part of the head that arrived in time.
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const hasBegun = 'bytesRead' in socket && socket.bytesRead !== 0
    return hasBegun ? { method: unreadable, path: '(incomplete)' } : undefined
  }
  const text = rawPacket?.toString('utf8', 0, 8192) ?? ''
  const [, method, path] = requestLine.exec(text) ?? []
  if (method !== undefined && path !== undefined) return { method, path }
  // After any other error, the packet may come from the middle of a request.
  if (text === '' || !errorsOfFirstLine.has(code ?? '')) return undefined
  const [line = ''] = text.split(/[\r\n]/, 1)
  return { method: unreadable, path: line.slice(0, mostLetters).replace(/\p{C}/gu, '�') }
}

function logRefusal(
  { method, path, headers }: Beginning & { headers: IncomingHttpHeaders },
  answer: Answer,
  log: RequestLog,
): void {
  log.add({
    channel: 'http',
    method,
    path,
    status: answer.status,
    milliseconds: 0,
    headers,
    body: Buffer.alloc(0),
    isUnfinished: true,
    answer: answer.body,
    answerHeaders: answer.headers,
  })
}

function refusalOf({ code, reason }: ParserError): ServiceError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new ServiceError(431, 'headers-too-large', 'Together, the headers are larger than 16 KB.')
  }
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') {
    return new ServiceError(413, 'too-large', 'The chunk extensions are larger than 16 KB.')
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ServiceError(408, 'request-timeout', 'The request did not arrive in time.')
  }
  const found = reason === undefined || reason === '' ? '' : `: ${reason}`
  return new ServiceError(400, 'invalid-request', `The request is not valid HTTP${found}.`)
}
