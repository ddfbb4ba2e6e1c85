import { createTransport, type Transporter } from 'nodemailer'
import type { RelayOptions } from '../base/options.ts'
import type { OutboxNeeds } from './outbox-folder.ts'

const maxWaiting = 10_000

/** Forwards messages to a real SMTP server, only for recipients on the allow-list. */
export class Relay {
  readonly #transport: Transporter
  readonly #allow: readonly string[]
  readonly #source: (id: string) => Buffer | undefined
  readonly #onError: (error: unknown) => void
  #waiting: { id: string; from: string; to: string }[] = []
  #work: Promise<void> | undefined

  constructor(
    options: RelayOptions &
      Pick<OutboxNeeds, 'onError'> & {
        /** The source of the sent message. */
        source: (id: string) => Buffer | undefined
      },
  ) {
    this.#transport = createTransport({ url: options.url, pool: true })
    this.#allow = options.allow.map((entry) => entry.trim().toLowerCase())
    this.#source = options.source
    this.#onError = options.onError
  }

  allows(email: string): boolean {
    const address = email.toLowerCase()
    return this.#allow.some((entry) => (entry.startsWith('@') ? address.endsWith(entry) : address === entry))
  }

  add(id: string, from: string, to: string): void {
    if (!this.allows(to) || this.#waiting.length >= maxWaiting) return
    this.#waiting.push({ id, from, to })
    this.#work ??= this.#deliver()
  }

  async settle(): Promise<void> {
    await this.#work
  }

  async close(): Promise<void> {
    this.#waiting = []
    await this.#work
    this.#transport.close()
  }

  async #deliver(): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      try {
        const raw = this.#source(next.id)
        if (raw !== undefined) await this.#transport.sendMail({ envelope: { from: next.from, to: next.to }, raw })
      } catch (error) {
        this.#onError(error)
      }
    }
    this.#work = undefined
  }
}
