import type { IncomingHttpHeaders } from 'node:http'
import { isStreamed, type Answer } from './answer.ts'

export interface LoggedRequest {
  id: number
  /** Epoch milliseconds of the sandbox. */
  date: number
  channel: 'http' | 'smtp'
  method: string
  path: string
  status: number
  milliseconds: number
  requestHeaders: Record<string, string>
  requestBody: string
  requestBytes: number
  responseBody: string
  /** Kind of the fault that struck. */
  fault?: string
}

interface Kept extends Omit<LoggedRequest, 'requestBody' | 'responseBody' | 'requestHeaders'> {
  headers: IncomingHttpHeaders
  requestStart: Buffer
  responseStart: string | Buffer
}

export interface Observation {
  channel: LoggedRequest['channel']
  method: string
  path: string
  status: number
  milliseconds: number
  headers: IncomingHttpHeaders
  body: Buffer
  answer: Answer['body']
  fault?: string
}

const size = 500
const bodyLimit = 4096
const nothing = Buffer.alloc(0)

/**
 * The last calls, for people. Bodies are cut when they come in (nothing large is kept alive), and made into text with
 * the secrets masked only when somebody looks: at 30,000 calls a second nobody does.
 */
export class RequestLog {
  readonly #ring: (Kept | undefined)[] = new Array<undefined>(size).fill(undefined)
  readonly #listeners = new Set<(entry: LoggedRequest) => void>()
  readonly #watchers = new Set<() => void>()
  readonly #secrets: () => readonly string[]
  readonly #secretHeaders: readonly string[]
  readonly #now: () => number
  #count = 0

  constructor(options: { secrets: () => readonly string[]; secretHeaders: readonly string[]; now: () => number }) {
    this.#secrets = options.secrets
    this.#secretHeaders = ['authorization', 'cookie', ...options.secretHeaders]
    this.#now = options.now
  }

  add({ body, answer, ...seen }: Observation): void {
    const kept: Kept = {
      ...seen,
      id: ++this.#count,
      date: this.#now(),
      requestBytes: body.length,
      requestStart: body.length === 0 ? nothing : Buffer.from(body.subarray(0, bodyLimit)),
      responseStart: isStreamed(answer) ? '(a file, streamed)' : startOf(answer),
    }
    this.#ring[this.#count % size] = kept
    for (const watcher of this.#watchers) watcher()
    if (this.#listeners.size === 0) return
    const entry = this.#shown(kept)
    for (const listener of this.#listeners) listener(entry)
  }

  /** Newest first. */
  entries(): LoggedRequest[] {
    const kept = this.#ring.filter((entry) => entry !== undefined)
    return kept.sort((a, b) => b.id - a.id).map((entry) => this.#shown(entry))
  }

  clear(): void {
    this.#ring.fill(undefined)
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

  #shown({ headers, requestStart, responseStart, ...rest }: Kept): LoggedRequest {
    const requestHeaders: Record<string, string> = {}
    for (const [name, value] of Object.entries(headers)) {
      const text = Array.isArray(value) ? value.join(', ') : (value ?? '')
      requestHeaders[name] = this.#secretHeaders.includes(name) ? mask(text) : this.#masked(text)
    }
    return {
      ...rest,
      requestHeaders,
      requestBody: this.#masked(requestStart.toString()),
      responseBody: this.#masked(responseStart.toString()),
    }
  }

  #masked(text: string): string {
    let shown = text
    for (const secret of this.#secrets()) {
      if (secret.length > 0 && shown.includes(secret)) shown = shown.replaceAll(secret, mask(secret))
    }
    return shown
  }
}

function startOf(answer: string | Buffer): string | Buffer {
  if (answer.length <= bodyLimit) return answer
  return typeof answer === 'string' ? answer.slice(0, bodyLimit) : Buffer.from(answer.subarray(0, bodyLimit))
}

/** Enough to tell two keys apart, too little to use one. */
function mask(secret: string): string {
  return secret.length <= 8 ? '••••' : `••••${secret.slice(-4)}`
}
