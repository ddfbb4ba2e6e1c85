import { open } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { App } from '#core/create-app.ts'
import type { Clock } from '#core/base/ports.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { readJsonBody, sendJson } from './json-body.ts'
import { OneUseTokens } from '../access/one-use-tokens.ts'
import { Refusal } from './refusal.ts'

const ticketLifeMilliseconds = 60_000

/**
 * Serves files as downloads. The browser sends no custom headers when it follows a link, so the page requests a ticket
 * first. A ticket is valid for one complete transfer.
 */
export class Downloads {
  readonly #app: App
  readonly #tickets: OneUseTokens<string>

  constructor(app: App, clock: Clock) {
    this.#app = app
    this.#tickets = new OneUseTokens(clock)
  }

  /** `POST /downloads` with a file’s `{ token }` returns `{ ticket }`. */
  async order(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await readJsonBody(request, response)) as { token?: unknown } | null | undefined
    const token = typeof body?.token === 'string' ? body.token : ''
    // A missing file is reported here, where the page can show the error. A download that fails in the browser gives no
    // reason.
    const { file } = await this.#open(token)
    await file.close()
    const ticket = this.#tickets.issue({ value: token, lifeMilliseconds: ticketLifeMilliseconds })
    sendJson(response, { ok: true, output: { ticket } })
  }

  /**
   * `GET /downloads/<ticket>`. A HEAD request does not consume the ticket, and an interrupted transfer makes it valid
   * again.
   */
  async send(ticket: string, response: ServerResponse, method: string): Promise<void> {
    if (method === 'HEAD') return this.#send(this.#tickets.find(ticket), response, false)
    const taken = this.#tickets.take(ticket)
    try {
      await this.#send(taken?.value, response, true)
    } catch (thrown) {
      if (response.destroyed) taken?.giveBack()
      throw thrown
    }
  }

  close(): void {
    this.#tickets.close()
  }

  async #send(token: string | undefined, response: ServerResponse, withBody: boolean): Promise<void> {
    if (token === undefined) {
      throw new Refusal(404, 'file-gone', 'This download link was already used or has expired. Save the file again.')
    }
    const { file, size, name } = await this.#open(token)
    try {
      response.setHeader('Content-Type', 'application/octet-stream')
      response.setHeader('Content-Length', size)
      response.setHeader('Content-Disposition', contentDisposition(name))
      if (!withBody) {
        response.end()
        return
      }
      // A file that is still growing is sent only up to the announced length.
      await pipeline(file.createReadStream({ start: 0, end: Math.max(size - 1, 0), autoClose: false }), response)
    } finally {
      await file.close()
    }
  }

  async #open(token: string) {
    try {
      const { path, name } = this.#app.files.find(token)
      const file = await open(path, 'r')
      const { size } = await file.stat()
      return { file, size, name }
    } catch (thrown) {
      const gone = thrown instanceof AppError ? thrown.message : 'The file is no longer on this disk. Create it again.'
      throw new Refusal(404, 'file-gone', gone)
    }
  }
}

/** Contains a plain name for old clients, and the real name in the encoding of RFC 5987, as RFC 6266 recommends. */
function contentDisposition(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain.trim() || 'file'}"; filename*=UTF-8''${encoded}`
}
