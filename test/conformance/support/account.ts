import { expect, onTestFinished } from 'vitest'
import type { Sandbox, SandboxOptions } from '#sandbox/create-sandbox.ts'
import { aSend } from '#test/sandbox/support/service-client.ts'
import { openSandbox } from '#test/support/sandboxes/open-sandbox.ts'
import type { Shape } from './shape-checks.ts'
import { json, Wire, type Answer, type Extras } from '../../support/wire.ts'

/** Noon on a day that is neither the first nor the last of its month. */
export const start = Date.UTC(2026, 2, 15, 12)
export const sender = 'shop@sender.example'
export const hour = 3600
export const day = 24 * hour

export { aSend }

export type Json = Record<string, unknown>

export type WireRecord = Json & {
  id: string
  apiKey: string
  msg: { from: string; email: string; subject: string; size: number }
  tags: string[] | null
  lastState: string
  reason: string | null
  meta: Json | null
  open: number
  click: number
  createdDate: string
  lastStateDate: string
  openDetails: { date?: string; userAgent: Json; recipient: { address: string } }[]
  clickDetails: { url: string; date: string; userAgent: Json; recipient: { address: string } }[]
}

/** An account for one test, used over plain HTTP. Time passes only when the test advances it. */
export class Account {
  readonly sandbox: Sandbox
  readonly wire: Wire

  constructor(sandbox: Sandbox) {
    this.sandbox = sandbox
    this.wire = new Wire({ url: sandbox.url, ...sandbox.credentials })
  }

  call(method: string, path: string, extras?: Extras): Promise<Answer> {
    return this.wire.call(method, path, extras)
  }

  async status(method: string, path: string, extras?: Extras): Promise<number> {
    return (await this.call(method, path, extras)).status
  }

  /** Returns the body of a call that must succeed. */
  async get(path: string): Promise<unknown> {
    return ok(await this.call('GET', path))
  }

  async post(path: string, body: unknown = {}): Promise<unknown> {
    return ok(await this.call('POST', path, { body }))
  }

  async put(path: string, body: unknown): Promise<unknown> {
    return ok(await this.call('PUT', path, { body }))
  }

  async send(to: string | readonly string[], message: Json = {}, more: Json = {}): Promise<void> {
    expect(await this.post('/messages/send', aSend(to, message, more))).toEqual({ status: 'success' })
  }

  /** All messages of any period. */
  async page(filter: Json = {}): Promise<{ messages: WireRecord[]; total: number }> {
    return (await this.post('/statistics/messages', { pageSize: 500, ...filter })) as never
  }

  async records(filter: Json = {}): Promise<WireRecord[]> {
    return (await this.page(filter)).messages
  }

  async record(email: string): Promise<WireRecord> {
    const found = (await this.records()).find(({ msg }) => msg.email === email)
    if (found === undefined) throw new Error(`No message to ${email}.`)
    return found
  }

  /** The message as its recipient received it. */
  async received(email: string) {
    const { id } = await this.record(email)
    return (await this.sandbox.control.message(id))!
  }

  async close(): Promise<void> {
    this.wire.close()
    await this.sandbox.close()
  }

  async pass(seconds: number): Promise<void> {
    this.sandbox.clock.advance(seconds * 1000)
    await this.sandbox.settle()
  }

  /** Everything that a call could have stored, read through the interface. */
  async stored(): Promise<Json> {
    const all = { dateBegin: 0, dateEnd: Math.floor(this.sandbox.clock.now() / 1000) + day }
    return {
      messages: (await this.page(all)).total,
      domains: await this.post('/statistics/domains', all),
      exported: (await this.post('/export/json', all)) as unknown[],
      keys: await this.get('/settings/apikeys'),
      bounces: await this.post('/blacklists/list', { type: 'bounces' }),
    }
  }
}

/** The caller has to close it. */
export async function startAccount(options: SandboxOptions = {}): Promise<Account> {
  return new Account(await openSandbox({ smtp: false, clock: { start, running: false }, ...options }))
}

export async function openAccount(options?: SandboxOptions): Promise<Account> {
  const account = await startAccount(options)
  onTestFinished(() => account.close())
  return account
}

function ok(answer: Answer): unknown {
  if (answer.status !== 200) throw new Error(`Status ${answer.status}: ${answer.body.toString().slice(0, 300)}`)
  return json(answer)
}

export function expectShape(value: unknown, shape: Shape): void {
  expect(shape(value, 'answer')).toEqual([])
}

/** The documented body of an error: the same sentence twice, and a code. */
export function expectError(answer: Answer, status: number): void {
  const body = json(answer) as { error: string; code: string; message: string }
  expect({ status: answer.status, keys: Object.keys(body).sort() }).toEqual({
    status,
    keys: ['code', 'error', 'message'],
  })
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  expect(body.message).toBe(body.error)
  expect(body.error).toMatch(/^[A-Z\p{L}"'`].*[.]$/u)
  expect(body.error.length).toBeLessThan(300)
  expect(body.code).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
}
