import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { invalid, ServiceError } from './service-error.ts'

const empty = Buffer.alloc(0)

export interface ReceivedBody {
  /** The whole body, or the start of one that was refused. */
  bytes: Buffer
  length: number
  refusal?: ServiceError
}

/** How many times the limit is thrown away as it comes; a client that goes on after that has its connection cut. */
const patience = 4

/**
 * Collects a body up to `limit` bytes. Of a larger one the rest is thrown away before it is refused: many clients read
 * no answer before they have written everything, and would see a broken connection in place of the reason.
 */
export function readBody(request: IncomingMessage, limit: number, tooLarge: ServiceError): Promise<ReceivedBody> {
  const announced = Number(request.headers['content-length'] ?? 0)
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    const finish = (refusal?: ServiceError): void => {
      const bytes = chunks.length === 0 ? empty : chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
      resolve(refusal === undefined ? { bytes, length } : { bytes, length, refusal })
    }
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > limit || announced > limit) chunks.splice(1)
      else chunks.push(chunk)
      if (chunks.length === 0) chunks.push(chunk)
      if (length > limit * patience) finish(tooLarge)
    })
    request.on('end', () => finish(length > limit ? tooLarge : undefined))
    const left = (): void => finish(new ServiceError(400, 'aborted', 'The client left inside its request.'))
    request.on('error', left)
    request.on('close', left)
  })
}

export function tooLarge(limit: number, what = 'message'): ServiceError {
  return new ServiceError(413, 'too-large', `The ${what} is larger than ${megabytes(limit)}.`, { connection: 'close' })
}

function megabytes(bytes: number): string {
  return bytes >= 1_048_576 ? `${Math.floor(bytes / 1_048_576)} MB` : `${bytes} bytes`
}

/** An absent body is an absent filter: clients in the field POST nothing at all where every field is optional. */
export function parseJson(body: Buffer, headers: IncomingHttpHeaders, strict: boolean): unknown {
  if (body.length === 0) {
    if (strict) throw invalid('The request has no body: a JSON object is expected.')
    return {}
  }
  checkContentType(headers['content-type'], strict)
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    throw new ServiceError(415, 'unsupported-media-type', 'The request body must be sent without a content encoding.')
  }
  if (!isUtf8(body)) throw invalid('The request body is not valid UTF-8.')
  const text = body.toString('utf8')
  try {
    // Some programs mark what they write as UTF-8.
    return JSON.parse(!strict && text.startsWith('\ufeff') ? text.slice(1) : text)
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0]!.replace(/ (is not valid|in) JSON/, '') : ''
    throw invalid(`The request body is not valid JSON: ${reason.slice(0, 120)}.`)
  }
}

function checkContentType(value: string | undefined, strict: boolean): void {
  if (value === undefined && !strict) return
  const type = (value ?? '').split(';', 1)[0]!.trim().toLowerCase()
  const charset = /charset\s*=\s*"?([^";\s]+)/i.exec(value ?? '')?.[1]?.toLowerCase()
  const isJson = type === 'application/json' || (!strict && (type.endsWith('+json') || type === 'text/json'))
  if (!isJson) {
    throw new ServiceError(415, 'unsupported-media-type', 'The request body must be sent as application/json.')
  }
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') {
    throw new ServiceError(415, 'unsupported-media-type', 'The request body must be encoded in UTF-8.')
  }
}
