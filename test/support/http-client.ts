import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { AppError } from '#shared/contract/base/error.ts'
import type { AppEvent } from '#shared/contract/events.ts'
import type { Reply } from '#shared/contract/host.ts'

export type HttpAnswer = { status: number; headers: IncomingHttpHeaders; body: string }
export type HttpCall = {
  method?: string
  path: string
  headers?: Readonly<Record<string, string>>
  body?: string | AsyncIterable<Buffer> | null
}

/**
 * Calls the browser host with exactly the bytes that a test gives; `signedIn` adds the headers that Mailroom’s page
 * would send.
 */
export class HttpClient {
  readonly origin: string
  #key: string | null = null

  constructor(origin: string) {
    this.origin = origin
  }

  /** Follows a one-time link as the page would. */
  static async signIn(link: string): Promise<HttpClient> {
    const url = new URL(link)
    const client = new HttpClient(url.origin)
    const answer = await client.exchange(url.searchParams.get('token'))
    const reply = JSON.parse(answer.body) as Reply<{ key: string }>
    if (!reply.ok) throw new Error(`The link was answered with ${answer.status}: ${answer.body}`)
    client.#key = reply.output.key
    return client
  }

  /** Exchanges the token of a link for a session, as the page does. */
  exchange(token: unknown): Promise<HttpAnswer> {
    const headers = { Origin: this.origin, 'Content-Type': 'application/json' }
    return this.send({ method: 'POST', path: '/session', headers, body: JSON.stringify({ token }) })
  }

  get ownHeaders(): Record<string, string> {
    return { Origin: this.origin, ...(this.#key === null ? {} : { Authorization: `Bearer ${this.#key}` }) }
  }

  /** The path at which the file behind a token can be downloaded. */
  async orderDownload(token: string): Promise<string> {
    const { ticket } = await this.#post<{ ticket: string }>('/downloads', { token })
    return `/downloads/${ticket}`
  }

  /** Downloads as a browser does: with a ticket and without the session’s header. */
  async download(token: string): Promise<HttpAnswer> {
    return this.send({ path: await this.orderDownload(token) })
  }

  send(call: HttpCall): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      const outgoing = this.#open(call, (response) => {
        let body = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (body += chunk))
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
          if (!outgoing.writableEnded) outgoing.destroy()
        })
        response.on('error', reject)
      })
      outgoing.on('error', reject)
      const body = call.body ?? null
      // Node omits the length for methods that rarely have a body.
      if (typeof body === 'string') outgoing.setHeader('Content-Length', Buffer.byteLength(body))
      if (body === null || typeof body === 'string') outgoing.end(body ?? undefined)
      else {
        const source = Readable.from(body)
        source.pipe(outgoing)
        // After the response, nothing reads the rest of the body.
        outgoing.once('response', () => source.destroy())
      }
    })
  }

  signedIn(call: HttpCall): Promise<HttpAnswer> {
    return this.send({ ...call, headers: { ...this.ownHeaders, ...call.headers } })
  }

  invoke(command: string, input: unknown): Promise<unknown> {
    return this.#post(`/rpc/${encodeURIComponent(command)}`, input ?? null)
  }

  /** Resolves once the stream is open, so that no event is missed. */
  subscribe(listener: (event: AppEvent) => void): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const outgoing = this.#open({ path: '/events', headers: this.ownHeaders }, (response) => {
        let pending = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          const blocks = (pending + chunk).split('\n\n')
          pending = blocks.pop() ?? ''
          for (const block of blocks) readBlock(block, listener)
        })
        response.on('error', () => undefined)
        resolve(() => outgoing.destroy())
      })
      outgoing.on('error', reject)
      outgoing.end()
    })
  }

  async #post<Output>(path: string, body: unknown): Promise<Output> {
    const headers = { 'Content-Type': 'application/json' }
    const answer = await this.signedIn({ method: 'POST', path, headers, body: JSON.stringify(body) })
    const reply = JSON.parse(answer.body) as Reply<Output>
    if (reply.ok) return reply.output
    throw AppError.fromJSON(reply.error)
  }

  #open({ method = 'GET', path, headers }: HttpCall, onResponse: (response: IncomingMessage) => void) {
    const { hostname, port } = new URL(this.origin)
    return request({ hostname, port, method, path, headers: { ...headers }, agent: false }, onResponse)
  }
}

function readBlock(block: string, listener: (event: AppEvent) => void): void {
  const lines = block.split('\n')
  const data = lines.find((line) => line.startsWith('data: '))
  if (data && !lines.some((line) => line.startsWith('event: '))) listener(JSON.parse(data.slice(6)) as AppEvent)
}
