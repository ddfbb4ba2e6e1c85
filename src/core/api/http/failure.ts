import { AppError, type ErrorDetails } from '#shared/contract/base/error.ts'
import { TooLarge } from './exchange.ts'

/** The known facts about a call, shown to the user if it fails. */
export type CallFacts = { operation: string; origin: string; status: number | null; requestId: string | null }

/** Codes that mean the service cannot be reached at all. */
export const offlineCodes: ReadonlySet<string> = new Set([
  'host-unknown',
  'connection-refused',
  'network-unreachable',
  'proxy-failed',
])

/** Codes of an operation that the service does not offer to this account or with this key. */
export const withheldCodes: readonly string[] = ['not-found', 'not-allowed', 'forbidden']

/** The failure of a call that exceeded one of the client’s deadlines, which are measured by the client’s clock. */
export class DeadlinePassed extends Error {
  readonly deadline: 'attempt' | 'call' | 'start' | 'idle'
  readonly milliseconds: number

  constructor(deadline: DeadlinePassed['deadline'], milliseconds: number) {
    super(`no answer within ${milliseconds} ms (${deadline})`)
    this.deadline = deadline
    this.milliseconds = milliseconds
  }
}

export class Aborted extends Error {}

/** Describes a network failure in a sentence that names the host, without path, user or query. */
export function networkFailure(thrown: unknown, facts: CallFacts): AppError {
  if (thrown instanceof AppError) return thrown
  if (isOwnBug(thrown)) return AppError.from(thrown)
  const chain = causes(thrown)
  const reason = chain.map((error) => error.message).find((message) => message !== '') ?? 'unknown'
  const { code, sentence, retryable } = classify(thrown, chain, new URL(facts.origin).host)
  const details: ErrorDetails = { ...facts, reason: reason.slice(0, 300), systemCode: systemCode(chain) }
  return new AppError(code, sentence, { retryable, details, cause: thrown })
}

const foreignCode = /^(?!ERR_(?!TLS_|SSL_|STREAM_PREMATURE_CLOSE|_)).+/

/**
 * Whether the error is a bug in Mailroom rather than a network failure. Such an error has no code from the system or
 * undici.
 */
function isOwnBug(thrown: unknown): boolean {
  if (thrown instanceof Aborted || thrown instanceof DeadlinePassed || thrown instanceof TooLarge) return false
  const chain = causes(thrown)
  return !chain.some((error) => foreignCode.test(codeOf(error)) || error.name === 'HTTPParserError')
}

/** A reader that exits its loop destroys the stream with this Node error; undici’s has a different code. */
export function isReaderGone(thrown: unknown): boolean {
  return thrown instanceof Error && codeOf(thrown) === 'ABORT_ERR'
}

export type Kind = { code: string; sentence: string; retryable: boolean }

function classify(thrown: unknown, chain: readonly Error[], host: string): Kind {
  if (thrown instanceof Aborted || isReaderGone(thrown)) return kind('aborted', 'The call was cancelled.')
  if (thrown instanceof DeadlinePassed) {
    const seconds = Math.max(1, Math.round(thrown.milliseconds / 1000))
    const text =
      thrown.deadline === 'idle'
        ? `The service stopped responding for ${seconds} s in the middle of its response.`
        : `The service did not respond within ${seconds} s.`
    return kind('timeout', text, true)
  }
  if (thrown instanceof TooLarge) {
    const size = `${Math.floor(thrown.limit / 1_048_576)} MB`
    return kind('answer-too-large', `Mailroom refused the service’s response because it is larger than ${size}.`)
  }
  for (const error of chain) {
    const found = bySystemCode(codeOf(error), error, host)
    if (found !== null) return found
  }
  return kind('connection-cut', 'The connection to the service was lost before the response was complete.', true)
}

function bySystemCode(code: string, error: Error, host: string): Kind | null {
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_FAIL':
    case 'EAI_NODATA':
    case 'EAI_NONAME':
      return kind(
        'host-unknown',
        `There is no host named ${host}, or the network is down. Check the base URL and your connection.`,
        true,
      )
    case 'ECONNREFUSED':
      return kind(
        'connection-refused',
        `${host} refused the connection. No service is running at that address. Check the base URL.`,
        true,
      )
    case 'ENETUNREACH':
    case 'EHOSTUNREACH':
    case 'ENETDOWN':
    case 'EADDRNOTAVAIL':
      return kind(
        'network-unreachable',
        `${host} can’t be reached. The network is down or has no route to this host. Check your connection.`,
        true,
      )
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return kind('timeout', `${host} did not accept the connection in time.`, true)
    case 'CERT_HAS_EXPIRED':
      return kind(
        'tls-expired',
        `The certificate of ${host} has expired, so the key was not sent. Check this computer’s clock. If it is right, ask your provider to renew the certificate.`,
      )
    case 'CERT_NOT_YET_VALID':
      return kind(
        'tls-not-yet-valid',
        `The certificate of ${host} is not valid yet, so the key was not sent. Check this computer’s clock.`,
      )
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return kind(
        'tls-self-signed',
        `The certificate of ${host} was not issued by an authority this computer trusts, so the key was not sent. If you trust that authority, add its certificate in the account’s settings.`,
      )
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return kind(
        'tls-name-mismatch',
        `The server’s certificate is not for ${host}, so the key was not sent. Check the base URL.`,
      )
    case 'UND_ERR_PRX_TLS':
    case 'UND_ERR_PRX_CONN':
      return kind('proxy-failed', 'The proxy closed the connection. Check the proxy’s address.', true)
    case 'UND_ERR_HEADERS_OVERFLOW':
    case 'HPE_HEADER_OVERFLOW':
      return kind(
        'header-too-large',
        'Mailroom refused the service’s response because its headers are larger than 16 KB.',
      )
  }
  if (/^proxy response|proxy authentication/i.test(error.message)) {
    return kind('proxy-failed', `The proxy refused the connection: ${error.message}. Check the proxy’s settings.`, true)
  }
  if (error.name === 'HTTPParserError')
    return kind('malformed-answer', 'The server sent a response that isn’t valid HTTP. Check the base URL.')
  if (/^ERR_(?:TLS|SSL)_|^CERT_|^EPROTO$/.test(code)) {
    return kind(
      'tls-failed',
      `Mailroom couldn’t make a secure connection to ${host}. Check the base URL and any proxy.`,
    )
  }
  return null
}

export function kind(code: string, sentence: string, retryable = false): Kind {
  return { code, sentence, retryable }
}

/** Returns the error and its causes, because undici and net wrap the system’s errors. */
function causes(thrown: unknown): Error[] {
  const chain: Error[] = []
  let error: unknown = thrown
  while (error instanceof Error && chain.length < 8) {
    chain.push(error)
    if (error instanceof AggregateError) chain.push(...error.errors.filter((inner) => inner instanceof Error))
    error = error.cause
  }
  return chain
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

function systemCode(chain: readonly Error[]): string | null {
  return chain.map(codeOf).find((code) => code !== '') ?? null
}
