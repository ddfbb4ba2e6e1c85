import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import type { Sandbox } from '#sandbox/create-sandbox.ts'

export type ServiceAnswer = {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  text: string
  /** The answer read as JSON. */
  json: unknown
}

export type ServiceCall = {
  method: string
  /** As it is to be written, never normalised: `..` and raw `+` reach the server. */
  path: string
  body?: unknown
  headers?: Record<string, string | undefined>
  raw?: string | Buffer
}

/** Plain HTTP with the account's headers, and no kindness of a client library in between. */
export class ServiceClient {
  readonly #origin: URL
  readonly #prefix: string
  readonly #headers: Record<string, string>
  readonly #agent: Agent

  constructor(url: string, credentials: { user: string; key: string }, agent = new Agent({ keepAlive: true })) {
    this.#origin = new URL(url)
    this.#prefix = this.#origin.pathname === '/' ? '' : this.#origin.pathname
    this.#headers = { 'X-Service-ApiUser': credentials.user, 'X-Service-ApiKey': credentials.key }
    this.#agent = agent
  }

  static of({ url, credentials }: Pick<Sandbox, 'url' | 'credentials'>): ServiceClient {
    return new ServiceClient(url, credentials)
  }

  get = (path: string): Promise<ServiceAnswer> => this.call({ method: 'GET', path })
  post = (path: string, body: unknown = {}): Promise<ServiceAnswer> => this.call({ method: 'POST', path, body })

  call({ method, path, body, headers, raw }: ServiceCall): Promise<ServiceAnswer> {
    const content = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const type = content === undefined ? {} : { 'Content-Type': 'application/json' }
    const wanted = Object.entries({ ...this.#headers, ...type, ...headers }).filter(([, value]) => value !== undefined)
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          host: this.#origin.hostname,
          port: this.#origin.port,
          path: this.#prefix + path,
          method,
          agent: this.#agent,
          headers: Object.fromEntries(wanted) as Record<string, string>,
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () => {
            const whole = Buffer.concat(chunks)
            const text = whole.toString()
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: whole,
              text,
              get json() {
                return JSON.parse(text) as unknown
              },
            })
          })
        },
      )
      outgoing.on('error', reject)
      if (content === undefined) outgoing.end()
      else outgoing.setHeader('Content-Length', Buffer.byteLength(content)).end(content)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

/** A send that is right in everything; `change` lays its own fields over it. */
export function aSend(to: string | readonly string[], msg: object = {}, more: object = {}): Record<string, unknown> {
  const addresses = typeof to === 'string' ? [to] : to
  return {
    to: addresses.map((address) => ({ address })),
    msg: { from: { address: 'shop@sender.example' }, subject: 'Hello', text: 'Hello there', ...msg },
    ...more,
  }
}

export type WireMessage = {
  id: string
  apiKey: string
  createdDate: string
  lastStateDate: string
  msg: { from: string; email: string; subject: string; size: number }
  tags: string[] | null
  lastState: string
  meta: Record<string, unknown> | null
  reason: string | null
  open: number
  click: number
  openDetails: { userAgent: Record<string, unknown>; recipient: { address: string } }[]
  clickDetails: { url: string; date: string }[]
}

export async function messagesOf(client: ServiceClient, filter: object = {}): Promise<WireMessage[]> {
  const { messages } = (await client.post('/statistics/messages', { pageSize: 500, ...filter })).json as {
    messages: WireMessage[]
  }
  return messages
}
