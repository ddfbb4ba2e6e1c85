import { randomBytes } from 'node:crypto'
import type { Database } from '../database/database.ts'
import type { Webhook, WebhookCall, WebhookInput } from '../types/account-types.ts'
import type { Page } from '../types/message-types.ts'
import { Documents } from './documents.ts'

export class Webhooks extends Documents<Webhook> {
  readonly #database: Database

  constructor(database: Database) {
    super(database, 'webhooks', { id: ({ id }) => id })
    this.#database = database
  }

  add(input: WebhookInput, now: number): Webhook {
    const id = randomBytes(12).toString('hex')
    return this.write({ ...input, id, success: 0, errors: 0, lastCall: null, createdAt: now, updatedAt: now })
  }

  update(id: string, change: Partial<WebhookInput>, now: number): Webhook | null {
    const webhook = this.get(id)
    return webhook && this.write({ ...webhook, ...change, updatedAt: now })
  }

  override remove(id: string): boolean {
    this.#database.sql('DELETE FROM webhook_calls WHERE webhook = ?').run(id)
    return super.remove(id)
  }

  /** Counts a call and stores its log entry. */
  called(id: string, call: WebhookCall): void {
    const webhook = this.get(id)
    if (webhook === null) return
    const count = call.error === null ? { success: webhook.success + 1 } : { errors: webhook.errors + 1 }
    this.write({ ...webhook, ...count, lastCall: call.calledAt })
    this.#database
      .sql('INSERT INTO webhook_calls (webhook, event_date, body) VALUES (?, ?, ?)')
      .run(id, call.eventDate, JSON.stringify(call))
  }

  calls(id: string, { page, pageSize, descending }: Page & { descending: boolean }): WebhookCall[] {
    const order = descending ? 'DESC' : 'ASC'
    return this.#database
      .sql(`SELECT body FROM webhook_calls WHERE webhook = ? ORDER BY event_date ${order}, n ${order} LIMIT ? OFFSET ?`)
      .all(id, pageSize, (page - 1) * pageSize)
      .map((row) => JSON.parse(String(row['body'])) as WebhookCall)
  }
}
