import type { WebhookEvent } from '#shared/contract/base/webhooks/webhook-events.ts'
import type { Database } from '../database/database.ts'
import { stepName, type Step } from '../messages/life.ts'
import type { EventType, MessageState, UserAgent } from '../types/message-types.ts'
import type { ReportedEvent, StoredEvent } from '../types/webhook-types.ts'
import type { WebhookStore } from './webhooks.ts'

/** The steps for which webhooks are called. */
const eventOf: Partial<Record<MessageState | EventType, WebhookEvent>> = {
  delivered: 'delivered',
  rejected: 'rejected',
  error: 'error',
  softbounced: 'softbounced',
  hardbounced: 'hardbounced',
  open: 'opened',
  click: 'clicked',
  unsubscribed: 'unsubscribed',
  complaint: 'complaint',
}

export type PlannedCall = StoredEvent & { n: number; webhook: string }
export type DueCall = PlannedCall & { due: number }

const columns = 'n, webhook, message, due, event, date, agent, ip, url, reason'

/** The webhook calls that have not succeeded yet. */
export class PlannedCalls {
  readonly #database: Database
  readonly #webhooks: WebhookStore
  /** Called inside the transaction that adds a call. */
  onAdded: (() => void) | undefined

  constructor(database: Database, webhooks: WebhookStore) {
    this.#database = database
    this.#webhooks = webhooks
  }

  /**
   * Adds a call for every webhook that subscribes to this event. Must run inside the transaction that stores the
   * event.
   */
  add(message: number, { type, date, agent, ip, url, reason }: Step): void {
    for (const { id, events } of this.#webhooks.list()) {
      const event = eventOf[stepName(type)]
      if (event === undefined || !events.includes(event)) continue
      const isBehind = this.#database
        .sql('SELECT 1 FROM webhook_plans WHERE webhook = ? AND message = ? LIMIT 1')
        .get(id, message)
      this.#database
        .sql(
          `INSERT INTO webhook_plans (webhook, message, due, tries, event, date, agent, ip, url, reason)
          VALUES (?, ?, ?, 0, ?, ?, ?, ?, ?, ?)`,
        )
        .run(id, message, isBehind ? null : date, event, date, agent, ip, url, reason)
      this.onAdded?.()
    }
  }

  /** Returns calls that are due. Only the first call for each message can be. */
  due(webhook: string, now: number, limit: number): DueCall[] {
    return this.#database
      .sql(`SELECT ${columns} FROM webhook_plans WHERE webhook = ? AND due <= ? ORDER BY due, n LIMIT ?`)
      .all(webhook, now, limit) as unknown as DueCall[]
  }

  /** Returns the last planned call for the same message and webhook. */
  lastOf({ webhook, message }: PlannedCall): PlannedCall {
    return this.#database
      .sql(`SELECT ${columns} FROM webhook_plans WHERE webhook = ? AND message = ? ORDER BY n DESC LIMIT 1`)
      .get(webhook, message) as unknown as PlannedCall
  }

  /** Returns when the next call becomes due after `now`, or null if there is none. */
  nextDue(webhook: string, now: number): number | null {
    const row = this.#database
      .sql('SELECT due FROM webhook_plans WHERE webhook = ? AND due > ? ORDER BY due LIMIT 1')
      .get(webhook, now)
    return row === undefined ? null : Number(row['due'])
  }

  /** Removes the call, which was made at `time`, and makes the message’s next call due. */
  done(call: PlannedCall, time: number): void {
    // The webhook is compared as well, because its calls’ numbers may be reused after it is removed.
    this.#database.sql('DELETE FROM webhook_plans WHERE n = ? AND webhook = ?').run(call.n, call.webhook)
    this.#setDue(call, time)
  }

  /**
   * Counts a failed attempt. All calls for the message then wait until the time that `dueAfter` returns for the number
   * of attempts. Returns that number.
   */
  failed(call: PlannedCall, dueAfter: (tries: number) => number): number {
    const row = this.#database
      .sql('UPDATE webhook_plans SET tries = tries + 1 WHERE n = ? AND webhook = ? RETURNING tries')
      .get(call.n, call.webhook)
    const tries = Number(row?.['tries'] ?? 0)
    if (tries > 0) this.#setDue(call, dueAfter(tries))
    return tries
  }

  count(webhook: string): number {
    const row = this.#database.sql('SELECT count(*) AS count FROM webhook_plans WHERE webhook = ?').get(webhook)
    return Number(row?.['count'])
  }

  report({ message, event, date, agent, ip, url, reason }: StoredEvent): ReportedEvent {
    const row = this.#database
      .sql(
        `SELECT code, api_key, sender, email, subject, size, streams.tags, meta, list, agents.body AS agent
        FROM messages JOIN streams ON streams.id = messages.stream JOIN sends ON sends.id = messages.send
        LEFT JOIN payloads ON payloads.id = messages.id LEFT JOIN agents ON agents.id = ? WHERE messages.id = ?`,
      )
      .get(agent, message) as unknown as MessageRow
    return {
      event,
      date,
      url,
      reason,
      messageId: row.code,
      apiKey: row.api_key,
      from: row.sender,
      email: row.email,
      subject: row.subject,
      size: row.size,
      tags: JSON.parse(row.tags) as string[],
      meta: row.meta === null ? null : (JSON.parse(row.meta) as ReportedEvent['meta']),
      list: row.list,
      userAgent: row.agent === null ? null : { ...(JSON.parse(row.agent) as UserAgent), ip: ip ?? '' },
    }
  }

  #setDue({ webhook, message }: PlannedCall, due: number): void {
    this.#database
      .sql(
        `UPDATE webhook_plans SET due = max(?, date)
        WHERE n = (SELECT min(n) FROM webhook_plans WHERE webhook = ? AND message = ?)`,
      )
      .run(due, webhook, message)
  }
}

type MessageRow = Record<'code' | 'api_key' | 'sender' | 'email' | 'subject' | 'tags', string> & {
  size: number
} & Record<'meta' | 'list' | 'agent', string | null>
