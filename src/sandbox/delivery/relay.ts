import { createTransport, type Transporter } from 'nodemailer'
import { english, plural } from '#shared/domain/base/plural.ts'
import type { RelayOptions } from '../base/options.ts'
import type { OutboxNeeds } from './outbox-folder.ts'

const maxWaiting = 10_000
/** How many milliseconds the message that is being sent may still take when the sandbox closes. */
const closePatience = 3000

const unfinished =
  'A message may not have been passed on to the relay server, because the server had not responded when the sandbox was closed.'

const full = `${english.number(maxWaiting)} messages are waiting for the relay server. Until some of them have been passed on, further messages stay in the sandbox only. Send more slowly, or use a faster relay server.`

/** Forwards messages to a real SMTP server, only for recipients on the allow-list. */
export class Relay {
  readonly #transport: Transporter
  readonly #allow: readonly string[]
  readonly #source: (id: string) => Buffer | undefined
  readonly #onError: (error: unknown) => void
  #waiting: { id: string; from: string; to: string }[] = []
  /** How many messages found the queue full since it was last empty. */
  #refused = 0
  #work: Promise<void> | undefined
  readonly #closing = new AbortController()

  constructor(
    options: RelayOptions &
      Pick<OutboxNeeds, 'onError'> & {
        /** The source of the sent message. */
        source: (id: string) => Buffer | undefined
      },
  ) {
    // A server that hangs would never close its side, and the process would wait for it.
    this.#transport = createTransport({ url: options.url, pool: true, socketCloseTimeout: 0 })
    this.#allow = options.allow.map((entry) => entry.trim().toLowerCase())
    this.#source = options.source
    this.#onError = options.onError
  }

  allows(email: string): boolean {
    const address = email.toLowerCase()
    return this.#allow.some((entry) => (entry.startsWith('@') ? address.endsWith(entry) : address === entry))
  }

  add(id: string, from: string, to: string): void {
    if (!this.allows(to)) return
    if (this.#waiting.length >= maxWaiting) {
      if (this.#refused++ === 0) this.#onError(new Error(full))
      return
    }
    this.#waiting.push({ id, from, to })
    this.#work ??= this.#deliver()
  }

  async settle(): Promise<void> {
    await this.#work
  }

  /** Reports how many messages were still waiting, because nothing passes them on later. */
  async close(): Promise<void> {
    const left = this.#waiting.splice(0).length
    const timer = setTimeout(() => this.#closing.abort(), closePatience)
    await this.#work
    clearTimeout(timer)
    this.#transport.close()
    if (left === 0) return
    const messages = plural(english, left, 'message was', 'messages were')
    this.#onError(new Error(`${messages} not passed on to the relay server because the sandbox was closed.`))
  }

  async #deliver(): Promise<void> {
    const { signal } = this.#closing
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      try {
        const raw = this.#source(next.id)
        const envelope = { from: next.from, to: next.to }
        if (raw !== undefined) await this.#transport.sendMail({ envelope, raw, signal })
      } catch (error) {
        this.#onError(signal.aborted ? new Error(unfinished) : error)
      }
    }
    this.#work = undefined
    const refused = this.#refused
    this.#refused = 0
    if (refused === 0) return
    const messages = plural(english, refused, 'message was', 'messages were')
    this.#onError(
      new Error(`${messages} not passed on to the relay server because too many others were waiting for it.`),
    )
  }
}
