import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { jsonText, type Answer } from '../http/answer.ts'
import type { RequestLog } from '../http/request-log.ts'
import { errorBody, ServiceError } from '../http/service-error.ts'

/** Reported by Node after its parser has refused a request or a time limit has passed. */
export type ParserError = Error & { code?: string; reason?: string; rawPacket?: Buffer }

const requestLine = /^([A-Z]{1,20}) (\S[^\r\n]*?)(?: HTTP\/\d\.\d)?\r?\n/

/** Refuses a request that the HTTP parser could not read. Node’s own response would have no body and no log entry. */
export function refuseUnreadable(error: ParserError, socket: Duplex, log: RequestLog): void {
  // After a TLS error, the connection can only be closed, because nothing the client sent can be read.
  if (error.code === 'ECONNRESET' || error.code?.startsWith('ERR_SSL_') || !socket.writable) {
    socket.destroy()
    return
  }
  const refusal = refusalOf(error)
  const { status, headers, body } = jsonText(errorBody(refusal), refusal.status)
  const lines = Object.entries({ ...headers, 'content-length': String(Buffer.byteLength(String(body))) })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}connection: close\r\n\r\n${String(body)}`)
  logRefusal(error, { status, headers, body }, log)
}

/** A connection on which no request has begun has nothing to log. */
function logRefusal({ rawPacket }: ParserError, answer: Answer, log: RequestLog): void {
  const [, method, path] = requestLine.exec(rawPacket?.toString('utf8', 0, 8192) ?? '') ?? []
  if (method === undefined || path === undefined) return
  log.add({
    channel: 'http',
    method,
    path,
    status: answer.status,
    milliseconds: 0,
    headers: {},
    body: Buffer.alloc(0),
    isUnfinished: true,
    answer: answer.body,
    answerHeaders: answer.headers,
  })
}

function refusalOf({ code, reason }: ParserError): ServiceError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new ServiceError(431, 'headers-too-large', 'The headers are larger than 16 KB together.')
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
