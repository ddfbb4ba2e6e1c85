import type { IncomingHttpHeaders } from 'node:http'
import { mailroomUserAgent } from '#shared/domain/service/user-agent.ts'
import { Listeners } from '../base/listeners.ts'
import { isStreamed, type Answer } from './answer.ts'
import type { RequestNumbers } from './request-numbers.ts'
import { mask, secretName, withoutSecretMembers, withoutSecretQuery, withoutSecrets } from './secrets.ts'

export type LoggedRequest = {
  id: number
  /** Epoch milliseconds of the sandbox clock. */
  date: number
  channel: 'http' | 'smtp'
  method: string
  path: string
  /** The User-Agent header; empty if there is none. */
  program: string
  status: number
  milliseconds: number
  requestHeaders: Record<string, string>
  requestBody: string
  requestBytes: number
  /** Null if the response was sent in chunks or was cut off. */
  responseBytes: number | null
  responseHeaders: Record<string, string>
  responseBody: string
  /**
   * Whether the log has only part of the request’s body, or part of it never arrived. In both cases, the call cannot be
   * repeated.
   */
  isRequestCut: boolean
  /** Ids of the messages created by the call; only the first ones if there are many. */
  messages: readonly string[]
  /** Notes on parts of the call that had no effect. If there are many, only the first ones. */
  notes: readonly string[]
  fault?: string
}

/** The fields of a call that lists show. */
export type RequestSummary = Omit<
  LoggedRequest,
  'requestHeaders' | 'requestBody' | 'responseHeaders' | 'responseBody' | 'isRequestCut' | 'messages' | 'notes'
>

type Kept = Omit<RequestSummary, 'program' | 'responseBytes'> & {
  headers: IncomingHttpHeaders
  /**
   * The object that the server sends, not a copy, because the server adds the length after the call has been logged.
   */
  answerHeaders: Readonly<Record<string, string>>
  messages: readonly string[]
  notes: readonly string[]
  requestStart: Buffer
  isRequestCut: boolean
  responseStart: string | Buffer | (() => string)
  isResponseCut: boolean
}

export type Observation = Pick<LoggedRequest, 'channel' | 'method' | 'path' | 'status' | 'milliseconds' | 'fault'> & {
  headers: IncomingHttpHeaders
  body: Buffer
  /** The length of the whole body. `body` has only its start if it was refused for its size. */
  bodyLength?: number
  /** Whether the call was refused before its complete body arrived. */
  isUnfinished?: boolean | undefined
  answer: Answer['body']
  answerHeaders?: Answer['headers']
  messages?: readonly string[] | undefined
  notes?: readonly string[] | undefined
}

/** A call as it arrived, with its caller’s key, so that it can be repeated. */
export type RawRequest = {
  channel: LoggedRequest['channel']
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
  isCut: boolean
}

type LogNeeds = {
  secrets: () => readonly string[]
  secretHeaders: ReadonlySet<string>
  now: () => number
  numbers: RequestNumbers
}

const size = 500
const programLength = 200
/** More of a request is kept than of its response, because a request can be repeated. */
export const requestLimit = 32_768
const responseLimit = 4096
const cutMark = (limit: number): string => `\n… (the log keeps the first ${limit / 1024} KB)`
const nothing = Buffer.alloc(0)
const noHeaders = {}
const none: readonly string[] = []
const mostMessages = 100
const mostNotes = 20

/**
 * The latest calls, to be shown to people. Mailroom’s own calls are kept apart, because they would push out the few
 * from other programs. Bodies are truncated on arrival, so nothing large stays in memory. They are decoded and their
 * secrets are masked only when they are shown, because at 30,000 calls a second that would take too long.
 */
export class RequestLog {
  readonly #own = new Ring()
  readonly #programs = new Ring()
  readonly requests = new Listeners<[LoggedRequest]>()
  /** Announces that there are new calls, without passing them: making a call readable is costly. */
  readonly changes = new Listeners()
  readonly #needs: LogNeeds

  constructor(needs: LogNeeds) {
    this.#needs = needs
  }

  add({
    body,
    bodyLength = body.length,
    isUnfinished = false,
    answer,
    answerHeaders = noHeaders,
    messages = none,
    notes = none,
    ...seen
  }: Observation): void {
    const kept: Kept = {
      ...seen,
      id: this.#needs.numbers.next(),
      date: this.#needs.now(),
      requestBytes: bodyLength,
      requestStart: body.length === 0 ? nothing : Buffer.from(body.subarray(0, requestLimit)),
      isRequestCut: isUnfinished || bodyLength > Math.min(body.length, requestLimit),
      answerHeaders,
      messages: messages.length > mostMessages ? messages.slice(0, mostMessages) : messages,
      notes: notes.length > mostNotes ? notes.slice(0, mostNotes) : notes,
      responseStart: isStreamed(answer) ? answer.summary : startOf(answer),
      isResponseCut: !isStreamed(answer) && answer.length > responseLimit,
    }
    const ring = kept.headers['user-agent'] === mailroomUserAgent ? this.#own : this.#programs
    ring.add(kept)
    this.changes.emit()
    if (this.requests.isEmpty) return
    this.requests.emit(this.#toEntry(kept, this.#needs.secrets()))
  }

  /** Newest first. With `own`, includes Mailroom’s own calls. */
  entries(own: boolean): LoggedRequest[] {
    const secrets = this.#needs.secrets()
    return this.#newestFirst(own).map((call) => this.#toEntry(call, secrets))
  }

  /** Like `entries`, without bodies and headers, which are costly to make readable. */
  summaries(own: boolean): RequestSummary[] {
    const secrets = this.#needs.secrets()
    return this.#newestFirst(own).map((call) => this.#toSummary(call, secrets))
  }

  find(id: number): LoggedRequest | undefined {
    const found = this.#kept(id)
    return found && this.#toEntry(found, this.#needs.secrets())
  }

  raw(id: number): RawRequest | undefined {
    const found = this.#kept(id)
    if (found === undefined) return undefined
    const { channel, method, path, headers, requestStart: body, isRequestCut: isCut } = found
    return { channel, method, path, headers, body, isCut }
  }

  withHeader(name: string, value: string): number | undefined {
    return this.#newestFirst(true).find(({ headers }) => headers[name] === value)?.id
  }

  makerOf(messageId: string): number | undefined {
    return this.#newestFirst(true).find(({ messages }) => messages.includes(messageId))?.id
  }

  #kept(id: number): Kept | undefined {
    return this.#newestFirst(true).find((call) => call.id === id)
  }

  #newestFirst(own: boolean): Kept[] {
    const kept = own ? [...this.#programs.kept(), ...this.#own.kept()] : this.#programs.kept()
    return kept.sort((a, b) => b.id - a.id)
  }

  clear(): void {
    this.#own.clear()
    this.#programs.clear()
  }

  #toSummary(
    {
      headers,
      answerHeaders,
      messages: _messages,
      notes: _notes,
      requestStart: _request,
      isRequestCut: _isCut,
      responseStart,
      isResponseCut,
      ...rest
    }: Kept,
    secrets: readonly string[],
  ): RequestSummary {
    const length = answerHeaders['content-length']
    const isWhole = typeof responseStart !== 'function' && !isResponseCut
    return {
      ...rest,
      path: withoutSecrets(withoutSecretQuery(rest.path), secrets),
      program: withoutSecrets(headers['user-agent'] ?? '', secrets).slice(0, programLength),
      responseBytes: length === undefined ? (isWhole ? Buffer.byteLength(responseStart) : null) : Number(length),
    }
  }

  #toEntry(call: Kept, secrets: readonly string[]): LoggedRequest {
    const { headers, answerHeaders, messages, notes, requestStart, responseStart, isRequestCut, isResponseCut } = call
    const body = (text: string, mark: string): string => withoutSecrets(withoutSecretMembers(text), secrets) + mark
    const response = typeof responseStart === 'function' ? responseStart() : responseStart.toString()
    return {
      ...this.#toSummary(call, secrets),
      messages,
      notes: notes.map((note) => withoutSecrets(note, secrets)),
      isRequestCut,
      requestHeaders: this.#shownHeaders(headers, secrets),
      requestBody: body(requestStart.toString(), this.#requestMark(call)),
      responseHeaders: this.#shownHeaders(answerHeaders, secrets),
      responseBody: body(response, isResponseCut ? cutMark(responseLimit) : ''),
    }
  }

  #requestMark({ isRequestCut, requestStart }: Kept): string {
    if (!isRequestCut) return ''
    return requestStart.length === requestLimit ? cutMark(requestLimit) : '\n… (the rest of the body did not arrive)'
  }

  #shownHeaders(headers: IncomingHttpHeaders, secrets: readonly string[]): Record<string, string> {
    const shown: Record<string, string> = {}
    for (const [name, value] of Object.entries(headers)) {
      const text = Array.isArray(value) ? value.join(', ') : (value ?? '')
      const isSecret = secretName.test(name) || this.#needs.secretHeaders.has(name)
      shown[name] = isSecret ? mask(text) : withoutSecrets(text, secrets)
    }
    return shown
  }
}

/** A ring buffer of the latest `size` calls. */
class Ring {
  readonly #slots: (Kept | undefined)[] = new Array<undefined>(size).fill(undefined)
  #count = 0

  add(entry: Kept): void {
    this.#slots[this.#count++ % size] = entry
  }

  kept(): Kept[] {
    return this.#slots.filter((entry) => entry !== undefined)
  }

  clear(): void {
    this.#slots.fill(undefined)
  }
}

/** Copies the start, because a slice would keep the entire original in memory. */
function startOf(answer: string | Buffer): string | Buffer {
  if (answer.length <= responseLimit) return answer
  return Buffer.from(typeof answer === 'string' ? answer.slice(0, responseLimit) : answer.subarray(0, responseLimit))
}
