import type { IncomingHttpHeaders } from 'node:http'
import { mailroomUserAgent } from '#shared/domain/service/user-agent.ts'
import { isStreamed, type Answer } from './answer.ts'

export type LoggedRequest = {
  id: number
  /** Epoch milliseconds of the sandbox. */
  date: number
  channel: 'http' | 'smtp'
  method: string
  path: string
  /** Its User-Agent; empty where it did not say. */
  program: string
  status: number
  milliseconds: number
  requestHeaders: Record<string, string>
  requestBody: string
  requestBytes: number
  responseBody: string
  /** Kind of the fault that struck. */
  fault?: string
}

type Kept = Omit<LoggedRequest, 'program' | 'requestBody' | 'responseBody' | 'requestHeaders'> & {
  headers: IncomingHttpHeaders
  requestStart: Buffer
  responseStart: string | Buffer | (() => string)
  isResponseCut: boolean
}

export type Observation = {
  channel: LoggedRequest['channel']
  method: string
  path: string
  status: number
  milliseconds: number
  headers: IncomingHttpHeaders
  body: Buffer
  /** Of a body that was refused for its size only the start is here. */
  bodyLength?: number
  answer: Answer['body']
  fault?: string
}

const size = 500
const programLength = 200
const bodyLimit = 4096
const cutMark = `\n… (the log keeps the first ${bodyLimit / 1024} KB)`
const nothing = Buffer.alloc(0)

/**
 * The last calls, for people: as many of Mailroom itself as of all other programs, whose few it would push out. Bodies
 * are cut when they come in (nothing large is kept alive), and made into text with the secrets masked only when somebody
 * looks: at 30,000 calls a second nobody does.
 */
export class RequestLog {
  readonly #own = new Ring()
  readonly #programs = new Ring()
  readonly #listeners = new Set<(entry: LoggedRequest) => void>()
  readonly #watchers = new Set<() => void>()
  readonly #secrets: () => readonly string[]
  readonly #secretHeaders: readonly string[]
  readonly #now: () => number
  #count = 0

  constructor(options: { secrets: () => readonly string[]; secretHeaders: readonly string[]; now: () => number }) {
    this.#secrets = options.secrets
    this.#secretHeaders = options.secretHeaders
    this.#now = options.now
  }

  add({ body, bodyLength = body.length, answer, ...seen }: Observation): void {
    const kept: Kept = {
      ...seen,
      id: ++this.#count,
      date: this.#now(),
      requestBytes: bodyLength,
      requestStart: body.length === 0 ? nothing : Buffer.from(body.subarray(0, bodyLimit)),
      responseStart: isStreamed(answer) ? answer.summary : startOf(answer),
      isResponseCut: !isStreamed(answer) && answer.length > bodyLimit,
    }
    const ring = kept.headers['user-agent'] === mailroomUserAgent ? this.#own : this.#programs
    ring.add(kept)
    for (const watcher of this.#watchers) watcher()
    if (this.#listeners.size === 0) return
    const entry = this.#shown(kept, this.#secrets())
    for (const listener of this.#listeners) listener(entry)
  }

  /** Newest first; `own` with those of Mailroom itself. */
  entries(own: boolean): LoggedRequest[] {
    const kept = own ? [...this.#programs.kept(), ...this.#own.kept()] : this.#programs.kept()
    const secrets = this.#secrets()
    return kept.sort((a, b) => b.id - a.id).map((entry) => this.#shown(entry, secrets))
  }

  clear(): void {
    this.#own.clear()
    this.#programs.clear()
  }

  onRequest(listener: (entry: LoggedRequest) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Tells that there is something new, without making it readable: for whoever looks later. */
  onChange(watcher: () => void): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  #shown(
    { headers, requestStart, responseStart, isResponseCut, ...rest }: Kept,
    secrets: readonly string[],
  ): LoggedRequest {
    const masked = (text: string): string => withoutSecrets(text, secrets)
    const requestHeaders: Record<string, string> = {}
    for (const [name, value] of Object.entries(headers)) {
      const text = Array.isArray(value) ? value.join(', ') : (value ?? '')
      requestHeaders[name] = secretName.test(name) || this.#secretHeaders.includes(name) ? mask(text) : masked(text)
    }
    return {
      ...rest,
      path: masked(withoutSecretQuery(rest.path)),
      program: requestHeaders['user-agent']?.slice(0, programLength) ?? '',
      requestHeaders,
      requestBody:
        masked(withoutSecretMembers(requestStart.toString())) +
        (rest.requestBytes > requestStart.length ? cutMark : ''),
      responseBody:
        masked(withoutSecretMembers(typeof responseStart === 'function' ? responseStart() : responseStart.toString())) +
        (isResponseCut ? cutMark : ''),
    }
  }
}

/** What a name promises to be a secret, ours or one of another program that was sent here by mistake. */
const secretName = /key|token|secret|auth|cookie|password/i

/** `?key=…&page=2` with the value masked; names may be written in escapes. */
function withoutSecretQuery(path: string): string {
  const mark = path.indexOf('?')
  if (mark < 0) return path
  const pairs = path.slice(mark + 1).split('&')
  const shown = pairs.map((pair) => {
    const at = pair.indexOf('=')
    return at >= 0 && secretName.test(unescaped(pair.slice(0, at)))
      ? pair.slice(0, at + 1) + mask(pair.slice(at + 1))
      : pair
  })
  return `${path.slice(0, mark)}?${shown.join('&')}`
}

function unescaped(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

const secretMember = /"(?:api_?key|key|[\w-]{0,40}(?:token|secret|password))"\s{0,9}:\s{0,9}"((?:[^"\\]|\\.){0,4096})/gi
const keyId = /^[\da-f]{24}$/

/** Members of JSON whose name promises a secret; the id of a key, by which others name it, is none. */
function withoutSecretMembers(text: string): string {
  return text.replace(secretMember, (whole: string, value: string) =>
    keyId.test(value) ? whole : whole.slice(0, whole.length - value.length) + mask(value),
  )
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  let shown = text
  for (const secret of secrets) {
    if (secret.length > 0 && shown.includes(secret)) shown = shown.replaceAll(secret, mask(secret))
  }
  return shown
}

/** The last few of a kind. */
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

/** A copy: a slice of a text, as of a buffer, would keep the whole of it alive. */
function startOf(answer: string | Buffer): string | Buffer {
  if (answer.length <= bodyLimit) return answer
  return Buffer.from(typeof answer === 'string' ? answer.slice(0, bodyLimit) : answer.subarray(0, bodyLimit))
}

/** Enough to tell two keys apart, too little to use one. */
function mask(secret: string): string {
  return secret.length <= 8 ? '••••' : `••••${secret.slice(-4)}`
}
