import type { Agent } from 'node:http'
import type { Sandbox } from '#sandbox/create-sandbox.ts'
import { json, Wire, type Answer, type Extras } from '#test/support/wire.ts'

export type ServiceAnswer = Answer & {
  text: string
  /** The body read as JSON. */
  json: unknown
}

export type ServiceCall = Extras & {
  method: string
  /** Sent unchanged: `..` and a raw `+` reach the server. */
  path: string
}

/** Plain HTTP with the account’s headers, and nothing added by a client library. */
export class ServiceClient {
  readonly #wire: Wire

  constructor(url: string, { user, key }: { user: string; key: string }, agent?: Agent) {
    this.#wire = new Wire({ url, user, key, agent })
  }

  static of({ url, credentials }: Pick<Sandbox, 'url' | 'credentials'>): ServiceClient {
    return new ServiceClient(url, credentials)
  }

  get = (path: string): Promise<ServiceAnswer> => this.call({ method: 'GET', path })
  post = (path: string, body: unknown = {}): Promise<ServiceAnswer> => this.call({ method: 'POST', path, body })

  async call({ method, path, ...extras }: ServiceCall): Promise<ServiceAnswer> {
    const answer = await this.#wire.call(method, path, extras)
    return {
      ...answer,
      text: answer.body.toString(),
      get json() {
        return json(answer)
      },
    }
  }

  close(): void {
    this.#wire.close()
  }
}

/** A valid send. `msg` and `more` override its fields. */
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
