import { AppError } from '#shared/contract/base/error.ts'
import { kind, type Kind, type CallFacts } from './failure.ts'

/** A non-2xx response, with the parts that explain it. */
type Refusal = { facts: CallFacts; body: string; retryAfter: number | null; location: string | null }

/** Creates an error from a non-2xx response. Its sentence quotes the service’s reason, if there is one. */
export function refusalError(status: number, refusal: Refusal): AppError {
  const said = readSentence(refusal.body)
  const { code, sentence, retryable } = classify(status, said, refusal)
  const details = {
    ...refusal.facts,
    body: refusal.body.slice(0, 500),
    serviceCode: said.code,
    serviceMessage: said.sentence,
    ...(refusal.retryAfter === null ? {} : { retryAfter: refusal.retryAfter }),
    ...(refusal.location === null ? {} : { location: refusal.location }),
  }
  return new AppError(code, sentence, { retryable, details })
}

/** Whether the service lacks the operation that was called, or the object it names. */
export function isUnknownPath(thrown: unknown): boolean {
  return thrown instanceof AppError && (thrown.code === 'not-found' || thrown.code === 'not-allowed')
}

type Said = { sentence: string; code: string }

const invalid = { code: 'invalid-request', sentence: 'The service did not accept the request.' }
const refusals: Readonly<Record<number, { readonly code: string; readonly sentence: string }>> = {
  400: invalid,
  401: { code: 'wrong-credentials', sentence: 'The service doesn’t recognize this user or key. Check both.' },
  404: { code: 'not-found', sentence: 'The service doesn’t have this item.' },
  405: { code: 'not-allowed', sentence: 'The service does not allow this operation.' },
  409: { code: 'conflict', sentence: 'The service refused this because it conflicts with existing data.' },
  413: { code: 'too-large', sentence: 'The request is larger than the service accepts.' },
  415: { code: 'unsupported-type', sentence: 'The service does not accept this type of content.' },
  422: invalid,
}

function classify(status: number, said: Said, refusal: Refusal): Kind {
  const quote =
    said.sentence === '' ? '' : ` The service says: ${said.sentence}${/[.!?…]$/.test(said.sentence) ? '' : '.'}`
  if (status >= 300 && status < 400) {
    return kind(
      'redirect-refused',
      'The service redirects to another address. Mailroom did not follow the redirect, because that would send the key there too. Check the base URL.',
    )
  }
  const known = refusals[status]
  if (known !== undefined) return kind(known.code, `${known.sentence}${quote}`)
  if (status === 403) return forbidden(said, quote)
  if (status === 407)
    return kind('proxy-failed', 'The proxy requires a username and a password. Add them to the proxy’s URL.')
  if (status === 429) {
    const wait = refusal.retryAfter === null ? '' : ` Try again in ${Math.ceil(refusal.retryAfter / 1000)} s.`
    return kind('rate-limited', `The service received too many calls from this account.${wait}`, true)
  }
  if (status >= 500) {
    return kind('service-error', `The service failed (status ${status}).${quote}`, true)
  }
  return kind('unexpected-status', `The service responded with status ${status}.${quote}`)
}

/**
 * The service’s documentation gives two reasons for a refused key; if the response names neither, the sentence names both.
 */
function forbidden(said: Said, quote: string): Kind {
  const text = `${said.code} ${said.sentence}`
  if (/\bip\b|\bips\b|ip[-_ ]?(?:address|filter|not)|address(?:es)? (?:is )?not allowed/i.test(text)) {
    return kind(
      'ip-not-allowed',
      `This key can’t be used from this computer’s IP address. Allow the address for the key, or use another key.${quote}`,
    )
  }
  if (/disabled|inactive|not enabled|revoked/i.test(text)) {
    const own = 'This key is disabled.'
    // Some services return exactly this sentence, so it is not quoted again.
    return kind('key-disabled', `${own}${said.sentence.replace(/[.!]?$/, '.') === own ? '' : quote}`)
  }
  return kind(
    'forbidden',
    `The service refuses this key. The key may be disabled or limited to other IP addresses.${quote}`,
  )
}

function readSentence(body: string): Said {
  const text = body.trim()
  if (text === '' || /^<|<html/i.test(text)) return { sentence: '', code: '' }
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return { sentence: /^[[{]/.test(text) ? '' : firstLine(text), code: '' }
  }
  if (typeof parsed === 'string') return { sentence: firstLine(parsed), code: '' }
  if (typeof parsed !== 'object' || parsed === null) return { sentence: '', code: '' }
  const fields = parsed as Record<string, unknown>
  const inner =
    typeof fields.error === 'object' && fields.error !== null ? (fields.error as Record<string, unknown>) : {}
  const sentence = [fields.error, fields.message, inner.message, inner.error, fields.reason, fields.description]
  const code = [fields.code, inner.code]
  return { sentence: firstLine(firstText(sentence)), code: firstText(code).slice(0, 80) }
}

function firstText(values: readonly unknown[]): string {
  for (const value of values) {
    if (typeof value === 'string' && value !== '') return value
    if (typeof value === 'number') return String(value)
  }
  return ''
}

function firstLine(text: string): string {
  const line = text.trim().split(/[\r\n]/, 1)[0]!
  return line.length > 300 ? `${line.slice(0, 299)}…` : line
}
