import { isUtf8 } from 'node:buffer'
import { AppError, type ErrorDetails } from '#shared/contract/base/error.ts'
import { Unreadable } from '../read/fields.ts'
import { charsetOf, decoderOf, UnknownCharset } from './charset.ts'
import type { AnswerHeaders } from './exchange.ts'
import type { CallFacts } from './failure.ts'

type Given = { body: Buffer; headers: AnswerHeaders; mayAnswerNothing: boolean }

/** Reads the JSON of a complete 2xx response with the operation’s reader. `show` masks secrets in quoted text. */
export function readAnswer<T>(
  { body, headers, mayAnswerNothing }: Given,
  facts: CallFacts,
  show: (text: string) => string,
  read: (json: unknown) => T,
): T {
  const quote = (): { body: string } => ({ body: show(body.toString('utf8', 0, 4096)).slice(0, 500) })
  if (holdsTooMuch(body)) throw tooMuch(facts)
  if (body.length === 0 && !mayAnswerNothing) throw emptyBody(headers, facts)
  const json = body.length === 0 ? undefined : parse(body, headers, facts, quote)
  try {
    return read(json)
  } catch (thrown) {
    if (!(thrown instanceof Unreadable)) throw thrown
    throw unexpectedAnswer(thrown.message, { ...facts, ...quote() })
  }
}

/**
 * A list page contains only thousands of values, while reading millions of empty objects would take seconds and
 * hundreds of megabytes.
 */
const mostValues = 1_000_000

/** Counts values by commas and opening brackets, including those within strings. */
function holdsTooMuch(body: Buffer): boolean {
  if (body.length <= mostValues) return false
  let values = 0
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]!
    if (byte === 0x2c || byte === 0x5b || byte === 0x7b) values += 1
  }
  return values > mostValues
}

function tooMuch(facts: CallFacts): AppError {
  const sentence =
    'Mailroom refused the service’s response because it has more than a million values. Choose a shorter period.'
  return new AppError('answer-too-large', sentence, { details: { ...facts } })
}

/** Returns the error for a response that completed but isn’t what the interface documents. */
export function unexpectedAnswer(reason: string, details: ErrorDetails): AppError {
  const sentence = `The service responded in a form that Mailroom doesn’t recognize: ${reason}.`
  return new AppError('unexpected-answer', sentence, { details: { ...details, reason } })
}

export function webPageError(details: ErrorDetails): AppError {
  const sentence =
    'The response was a web page, not a response from the service. Check the base URL, and whether a proxy or a login page is in between.'
  return new AppError('not-json', sentence, { details })
}

/** An empty body with status 200 proves nothing: it is neither a success nor an empty list. */
function emptyBody(headers: AnswerHeaders, facts: CallFacts): AppError {
  if (isOpenEnded(headers)) return cutOff({ ...facts })
  return unexpectedAnswer('the body is empty', { ...facts, body: '' })
}

function cutOff(details: ErrorDetails): AppError {
  return new AppError('connection-cut', 'The connection to the service was lost before the response was complete.', {
    retryable: true,
    details,
  })
}

function parse(body: Buffer, headers: AnswerHeaders, facts: CallFacts, quote: () => { body: string }): unknown {
  try {
    return JSON.parse(textOf(body, headers))
  } catch (thrown) {
    if (thrown instanceof UnknownCharset) throw thrown.refusal({ ...facts, ...quote() })
    const reason = thrown instanceof Error ? thrown.message.slice(0, 200) : ''
    const details = { ...facts, reason: reason.replace(/"[^]{0,200}"/, '…'), ...quote() }
    if (looksLikeHtml(body, headers)) {
      throw webPageError(details)
    }
    if (isOpenEnded(headers) && endsEarly(reason, body)) throw cutOff(details)
    throw new AppError('malformed-answer', 'The service sent a response that isn’t valid JSON.', { details })
  }
}

/**
 * JSON is read as UTF-8 even if a header states otherwise. Only a body that isn’t valid UTF-8 is read in the character
 * set named in the header.
 */
function textOf(body: Buffer, headers: AnswerHeaders): string {
  const charset = charsetOf(headers)
  if (charset === undefined || isUtf8(body)) return body.toString('utf8', hasMark(body) ? 3 : 0)
  return decoderOf(charset).decode(body)
}

function hasMark(body: Buffer): boolean {
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf
}

function looksLikeHtml(body: Buffer, headers: AnswerHeaders): boolean {
  if (/html/i.test(String(headers['content-type'] ?? ''))) return true
  return /^\s*<(?:!doctype|html|head|body|\?xml|!--)/i.test(body.toString('latin1', 0, 200))
}

/** Whether the response has no length and ends with its connection, so that a broken connection looks like the end. */
function isOpenEnded(headers: AnswerHeaders): boolean {
  return headers['content-length'] === undefined && headers['transfer-encoding'] === undefined
}

function endsEarly(reason: string, body: Buffer): boolean {
  if (/end of JSON|unterminated/i.test(reason)) return true
  const position = /position (\d+)/.exec(reason)
  return position !== null && Number(position[1]) >= body.toString('utf8').trimEnd().length
}
