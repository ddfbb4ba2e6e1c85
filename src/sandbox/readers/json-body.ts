import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import { parseWithLargeParts } from './large-parts.ts'
import { surrogateEscape, refuseLoneSurrogates } from './lone-surrogates.ts'
import { invalid, ServiceError } from '../http/service-error.ts'

/** The content type that HTTP libraries set by default. Real clients send it with a GET. */
const formType = 'application/x-www-form-urlencoded'

/**
 * Unless the sandbox is strict, a missing body counts as an empty object: real clients POST no body if all fields are
 * optional.
 */
export function parseJson(
  body: Buffer,
  headers: IncomingHttpHeaders,
  { strict, isSend, isGet = false }: { strict: boolean; isSend: boolean; isGet?: boolean },
): unknown {
  if (body.length === 0) {
    if (strict) throw invalid('The request has no body, but a JSON object is expected.')
    return {}
  }
  const type = headers['content-type']
  const isUnlabelled = type === undefined || (isGet && type === formType)
  if (strict || !isUnlabelled) checkContentType(type, strict)
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    throw new ServiceError(415, 'unsupported-media-type', 'The request body must be sent without a content encoding.')
  }
  if (!isUtf8(body)) throw invalid('The request body is not valid UTF-8.')
  const found = isSend ? parseWithLargeParts(body) : undefined
  if (found !== undefined) {
    if (surrogateEscape.test(found.text)) refuseLoneSurrogates(found.value)
    return found.value
  }
  const text = body.toString('utf8')
  // Some programs write a byte order mark.
  const value = readJson(!strict && text.startsWith('\ufeff') ? text.slice(1) : text)
  if (surrogateEscape.test(text)) refuseLoneSurrogates(value)
  return value
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0]!.replace(/ (is not valid|in) JSON/, '') : ''
    throw invalid(`The request body is not valid JSON: ${reason.slice(0, 120)}.`)
  }
}

function checkContentType(value: string | undefined, strict: boolean): void {
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
