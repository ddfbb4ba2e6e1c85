import { Agent, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'

export type Answer = {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

export type Extras = {
  /** Any value that JSON can carry. */
  body?: unknown
  /** Bytes sent unchanged, instead of `body`. */
  raw?: string | Buffer
  /** These replace the usual headers. With undefined, a header is left out. */
  headers?: Readonly<Record<string, string | undefined>>
}

export type WireOptions = {
  /** `http://host:port/v1` */
  url: string
  user: string
  key: string
  userHeader?: string
  keyHeader?: string
  /** Milliseconds without a byte before a call is aborted. */
  timeout?: number
  /** Longer responses are aborted. */
  maxBytes?: number
  agent?: Agent | undefined
}

/** Plain HTTP: path and body are sent unchanged, and no redirect, retry or correction happens. */
export class Wire {
  readonly #base: URL
  readonly #agent: Agent
  readonly #headers: Record<string, string>
  readonly #timeout: number
  readonly #maxBytes: number

  constructor(options: WireOptions) {
    this.#base = new URL(options.url)
    const { agent = this.#isSecure ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true }) } = options
    this.#agent = agent
    this.#headers = {
      [options.userHeader ?? 'X-Service-ApiUser']: options.user,
      [options.keyHeader ?? 'X-Service-ApiKey']: options.key,
    }
    this.#timeout = options.timeout ?? 60_000
    this.#maxBytes = options.maxBytes ?? Infinity
  }

  get #isSecure(): boolean {
    return this.#base.protocol === 'https:'
  }

  call(method: string, path: string, { body, raw, headers }: Extras = {}): Promise<Answer> {
    const content = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const wanted = {
      ...this.#headers,
      ...(content === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    }
    const { protocol, hostname, port, pathname } = this.#base
    return new Promise((resolve, reject) => {
      const outgoing = (this.#isSecure ? secureRequest : request)({
        protocol,
        port,
        method,
        agent: this.#agent,
        timeout: this.#timeout,
        host: hostname.replace(/^\[|\]$/g, ''),
        path: pathname.replace(/\/$/, '') + path,
        headers: Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)),
      })
      outgoing.on('timeout', () => outgoing.destroy(new Error(`No response within ${this.#timeout / 1000} s.`)))
      outgoing.on('error', reject)
      outgoing.on('response', (response) => this.#collect(response).then(resolve, reject))
      if (content === undefined) outgoing.end()
      else outgoing.setHeader('Content-Length', Buffer.byteLength(content)).end(content)
    })
  }

  close(): void {
    this.#agent.destroy()
  }

  #collect(response: IncomingMessage): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      let length = 0
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        length += chunk.length
        if (length > this.#maxBytes) response.destroy(new Error(`The answer is longer than ${this.#maxBytes} bytes.`))
      })
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
  }
}

/** Reads the body as JSON; the error shows what arrived instead. */
export function json(answer: Answer): unknown {
  const text = answer.body.toString()
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`Not JSON, status ${answer.status}: ${text.slice(0, 200)}`)
  }
}
