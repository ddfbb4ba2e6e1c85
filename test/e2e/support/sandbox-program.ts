import { request } from 'node:http'
import type { SandboxAccess, SandboxPage } from '../pages/sandbox/sandbox-page.ts'

/** For `test.use`: the app opens the view of its sandbox, which is empty and has an account. */
export const onEmptySandbox = {
  hostFlags: ['--sandbox', 'empty'],
  dataFiles: { 'settings.json': JSON.stringify({ lastView: '#/sandbox' }) },
}

export type SentMail = {
  to: string
  subject: string
  text?: string
  html?: string
}

/** A user’s program that calls the sandbox. Every call returns the status of the response. */
export class SandboxProgram {
  readonly access: SandboxAccess
  readonly #controls: { url: string; token: string }

  #headers: Record<string, string>

  constructor(access: SandboxAccess, controls: { url: string; token: string }) {
    this.access = access
    this.#headers = { 'X-Service-ApiUser': access.user, 'X-Service-ApiKey': access.key }
    this.#controls = controls
  }

  post(path: string, body: unknown): Promise<number> {
    return call({ method: 'POST', url: `${this.access.url}${path}`, headers: this.#headers, body })
  }

  /** Uses other headers for signing in from now on. */
  useHeaders(headers: Record<string, string>): void {
    this.#headers = headers
  }

  send({ to, subject, text = 'Hi.', html = '<p>Hi <b>there</b>.</p>' }: SentMail): Promise<number> {
    const msg = { from: { address: 'hello@shop.example' }, subject, text, html }
    return this.post('/messages/send', { to: [{ address: to }], msg })
  }

  /** A call of the sandbox’s control API. */
  control(method: string, path: string, body: unknown): Promise<number> {
    const { url, token } = this.#controls
    return call({ method, url: `${url}${path}`, headers: { 'x-sandbox-token': token }, body })
  }
}

/** Reads what a program needs from the view of the sandbox, as a user does. */
export async function connectProgram(sandbox: SandboxPage): Promise<SandboxProgram> {
  return new SandboxProgram(await sandbox.access(), await sandbox.controls())
}

type Call = {
  method: string
  url: string
  headers: Record<string, string>
  body: unknown
}

function call({ method, url, headers, body }: Call): Promise<number> {
  return new Promise((resolve, reject) => {
    const text = JSON.stringify(body)
    // Node sets no length for a DELETE.
    const ofBody = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }
    const call = request(url, { method, headers: { ...ofBody, ...headers } })
    call.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0)))
    call.on('error', reject)
    call.end(text)
  })
}
