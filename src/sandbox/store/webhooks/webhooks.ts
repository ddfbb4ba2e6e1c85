import { Documents } from '../account/documents.ts'
import type { Database } from '../database/database.ts'
import type { IdSource } from '../database/id-source.ts'
import type { Page } from '../types/message-types.ts'
import type { StoredWebhook, StoredCall, WebhookInput } from '../types/webhook-types.ts'

/** The number of calls kept in a webhook’s log. */
const keptCalls = 10_000

type LoggedCall = StoredCall & { n: number }

export class WebhookStore extends Documents<StoredWebhook> {
  readonly #database: Database
  /** Cached, because every message event needs the list of webhooks. */
  #known: Map<string, StoredWebhook> | undefined

  readonly #ids: IdSource

  constructor(database: Database, ids: IdSource) {
    super(database, 'webhooks', { id: ({ id }) => id })
    this.#database = database
    this.#ids = ids
    database.onForget(() => (this.#known = undefined))
  }

  override list(): StoredWebhook[] {
    return [...this.#all().values()]
  }

  override get(id: string): StoredWebhook | null {
    return this.#all().get(id) ?? null
  }

  override write(webhook: StoredWebhook): StoredWebhook {
    this.#all().set(webhook.id, super.write(webhook))
    return webhook
  }

  add(input: WebhookInput, now: number): StoredWebhook {
    const id = this.#ids.next(12)
    return this.write({ ...input, id, success: 0, errors: 0, lastCall: null, createdAt: now, updatedAt: now })
  }

  /**
   * Also resumes calls that were suspended: those that failed are due at once, and their attempts are counted from zero
   * again.
   */
  update(id: string, change: Partial<WebhookInput>, now: number): StoredWebhook | null {
    const webhook = this.get(id)
    if (webhook === null) return null
    return this.#database.transaction(() => {
      this.#database
        .sql('UPDATE webhook_plans SET tries = 0, due = iif(due IS NULL, NULL, ?) WHERE webhook = ?')
        .run(now, id)
      return this.write({ ...webhook, ...change, isStopped: false, updatedAt: now })
    })
  }

  /** Suspends all calls until the next update. */
  stop(id: string): void {
    this.#change(id, { isStopped: true })
  }

  /** Sets how calls are made. Not visible through the service’s operations. */
  setManner(id: string, change: Pick<StoredWebhook, 'isEncoded' | 'fault'>): StoredWebhook | null {
    return this.#change(id, change)
  }

  override remove(id: string): boolean {
    return this.#database.transaction(() => {
      this.#database.sql('DELETE FROM webhook_plans WHERE webhook = ?').run(id)
      this.#database.sql('DELETE FROM webhook_calls WHERE webhook = ?').run(id)
      this.#all().delete(id)
      return super.remove(id)
    })
  }

  /** Counts calls and stores their log entries. Returns the number of the last entry; undefined if the webhook is gone. */
  called(id: string, calls: readonly StoredCall[]): number | undefined {
    const webhook = this.get(id)
    const last = calls.at(-1)
    if (webhook === null || last === undefined) return undefined
    return this.#database.transaction(() => {
      const insert = this.#database.sql('INSERT INTO webhook_calls (webhook, event_date, body) VALUES (?, ?, ?)')
      let n = 0
      for (const call of calls) n = Number(insert.run(id, call.eventDate, JSON.stringify(call)).lastInsertRowid)
      const errors = calls.filter(({ error }) => error !== null).length
      const counted = { success: webhook.success + calls.length - errors, errors: webhook.errors + errors }
      this.write({ ...webhook, ...counted, lastCall: Math.max(webhook.lastCall ?? 0, last.calledAt) })
      const beyond = counted.success + counted.errors - keptCalls
      if (beyond > 0) this.#removeOldest(id, Math.min(beyond, calls.length))
      return n
    })
  }

  calls(id: string, { page, pageSize, descending }: Page & { descending: boolean }): StoredCall[] {
    const order = descending ? 'DESC' : 'ASC'
    return this.#database
      .sql(`SELECT body FROM webhook_calls WHERE webhook = ? ORDER BY event_date ${order}, n ${order} LIMIT ? OFFSET ?`)
      .all(id, pageSize, (page - 1) * pageSize)
      .map((row) => JSON.parse(String(row['body'])) as StoredCall)
  }

  /** Newest first. */
  newestCalls(id: string, limit: number): LoggedCall[] {
    return this.#database
      .sql('SELECT n, body FROM webhook_calls WHERE webhook = ? ORDER BY n DESC LIMIT ?')
      .all(id, limit)
      .map(toLogged)
  }

  call(id: string, n: number): LoggedCall | null {
    const row = this.#database.sql('SELECT n, body FROM webhook_calls WHERE webhook = ? AND n = ?').get(id, n)
    return row === undefined ? null : toLogged(row)
  }

  #change(id: string, change: Partial<StoredWebhook>): StoredWebhook | null {
    const webhook = this.get(id)
    return webhook && this.write({ ...webhook, ...change })
  }

  #removeOldest(id: string, count: number): void {
    this.#database
      .sql('DELETE FROM webhook_calls WHERE n IN (SELECT n FROM webhook_calls WHERE webhook = ? ORDER BY n LIMIT ?)')
      .run(id, count)
  }

  #all(): Map<string, StoredWebhook> {
    this.#known ??= new Map(super.list().map((webhook) => [webhook.id, webhook]))
    return this.#known
  }
}

function toLogged(row: Record<string, unknown>): LoggedCall {
  return { n: Number(row['n']), ...(JSON.parse(String(row['body'])) as StoredCall) }
}
