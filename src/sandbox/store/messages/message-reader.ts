import type { Database } from '../database/database.ts'
import {
  messageStates,
  type ClickDetail,
  type Filter,
  type HistoryEntry,
  type JsonObject,
  type MessageDetail,
  type MessageRecord,
  type MessagesAsked,
  type MessageSource,
  type OpenDetail,
  type Page,
  type UserAgent,
} from '../types/message-types.ts'
import { stepName } from './life.ts'
import { rowOf } from './message-id.ts'
import { searchMessages, sortMessages } from './message-search.ts'
import { messagePage } from './message-pages.ts'
import type { Sends } from './sends.ts'

const recordSql = `SELECT messages.id, code, created, changed, size, state, open, click, email, subject, reason, send,
  sender, api_key, streams.tags, recipient_domains.name AS domain, meta
  FROM messages JOIN streams ON streams.id = messages.stream
  JOIN recipient_domains ON recipient_domains.id = messages.domain LEFT JOIN payloads ON payloads.id = messages.id`

type RecordRow = Record<'id' | 'created' | 'changed' | 'size' | 'state' | 'open' | 'click' | 'send', number> &
  Record<'code' | 'email' | 'subject' | 'sender' | 'api_key' | 'tags' | 'domain', string> &
  Record<'reason' | 'meta', string | null>

export class MessageReader {
  readonly #database: Database
  readonly #sends: Sends

  constructor(database: Database, sends: Sends) {
    this.#database = database
    this.#sends = sends
  }

  list(filter: Filter, page: Page): { messages: MessageRecord[]; total: number } {
    const { ids, total } = messagePage(this.#database, filter, page)
    return { messages: ids.map((id) => this.#record(id)), total }
  }

  detail(code: string): MessageDetail | null {
    const row = this.#find(code)
    if (!row) return null
    const events = this.#history(row.id)
    const all = [historyEntry('requested', row.created, null), ...events]
    const state = messageStates[row.state]!
    // Unsubscribes and complaints are among the events; any other current state is stored only in the message.
    if (state !== 'requested' && state !== 'unsubscribed' && state !== 'complaint') {
      all.push(historyEntry(state, row.changed, row.reason))
    }
    return { ...toRecord(row, events), history: all.sort((a, b) => a.date - b.date) }
  }

  exists(code: string): boolean {
    return this.#find(code) !== null
  }

  rowOf(code: string): number | null {
    return this.#find(code)?.id ?? null
  }

  source(code: string): MessageSource | null {
    const row = this.#find(code)
    const send = row && this.#sends.get(row.send)
    if (!row || !send) return null
    const payload = this.#database.sql('SELECT name, meta, vals FROM payloads WHERE id = ?').get(row.id)
    return {
      id: code,
      send,
      createdDate: row.created,
      email: row.email,
      personalName: (payload?.['name'] ?? null) as string | null,
      subject: row.subject,
      meta: parseObject(payload?.['meta']),
      values: parseObject(payload?.['vals']),
    }
  }

  /** Returns the records with these row numbers, oldest first. Missing records are left out. */
  atRows(ids: readonly number[]): MessageRecord[] {
    const there = this.#database.sql('SELECT id FROM messages WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id')
    return there.all(JSON.stringify(ids)).map((row) => this.#record(Number(row['id'])))
  }

  /** Returns the messages that contain every word of the text. Newest first, unless a different order is requested. */
  async search({ text, limit, before, sort, signal }: MessagesAsked): Promise<MessageRecord[]> {
    if (sort === undefined || (sort.field === 'date' && sort.descending)) {
      const ids = await searchMessages(this.#database, text, { below: boundOf(before), limit, signal })
      return this.atRows(ids).reverse()
    }
    const after = before === undefined ? null : rowOf(before)
    if (before !== undefined && after === null) return []
    const ids = await sortMessages(this.#database, { text, sort, after, limit })
    return ids.map((id) => this.#record(id))
  }

  newest(limit: number, before?: string): MessageRecord[] {
    const rows = this.#database
      .sql('SELECT id FROM messages WHERE id < ? ORDER BY id DESC LIMIT ?')
      .all(boundOf(before), limit)
    return rows.map((row) => this.#record(Number(row['id'])))
  }

  count(): number {
    return messageCount(this.#database)
  }

  #find(code: string): RecordRow | null {
    const id = rowOf(code)
    if (id === null) return null
    const row = this.#database.sql(`${recordSql} WHERE messages.id = ? AND code = ?`).get(id, code)
    return row ? (row as unknown as RecordRow) : null
  }

  #record(id: number): MessageRecord {
    const row = this.#database.sql(`${recordSql} WHERE messages.id = ?`).get(id) as unknown as RecordRow
    return toRecord(row, row.open + row.click > 0 ? this.#history(id) : [])
  }

  #history(id: number): HistoryEntry[] {
    const rows = this.#database
      .sql(
        `SELECT type, date, reason, url, ip, body FROM events LEFT JOIN agents ON agents.id = events.agent
        WHERE message = ? ORDER BY date, n`,
      )
      .all(id)
    return rows.map((row) => ({
      type: stepName(Number(row['type'])),
      date: Number(row['date']),
      reason: row['reason'] as string | null,
      url: row['url'] as string | null,
      userAgent:
        row['body'] === null
          ? null
          : { ...(JSON.parse(String(row['body'])) as UserAgent), ip: String(row['ip'] ?? '') },
    }))
  }
}

export function messageCount(database: Database): number {
  const row = database.sql('SELECT sum(requested) AS count FROM day_streams WHERE stream = 0').get()
  return Number(row?.['count'] ?? 0)
}

function boundOf(before: string | undefined): number {
  return before === undefined ? Number.MAX_SAFE_INTEGER : (rowOf(before) ?? 0)
}

function toRecord(row: RecordRow, events: readonly HistoryEntry[]): MessageRecord {
  const openDetails: OpenDetail[] = []
  const clickDetails: ClickDetail[] = []
  for (const { type, date, userAgent, url } of events) {
    if (type === 'open' && userAgent) openDetails.push({ date, userAgent })
    if (type === 'click' && userAgent) clickDetails.push({ date, userAgent, url: url ?? '' })
  }
  return {
    id: row.code,
    sendId: row.send,
    apiKey: row.api_key,
    createdDate: row.created,
    lastStateDate: row.changed,
    from: row.sender,
    email: row.email,
    domain: row.domain,
    subject: row.subject,
    size: row.size,
    tags: JSON.parse(row.tags) as string[],
    lastState: messageStates[row.state]!,
    meta: parseObject(row.meta),
    reason: row.reason,
    open: row.open,
    click: row.click,
    openDetails,
    clickDetails,
  }
}

function historyEntry(type: HistoryEntry['type'], date: number, reason: string | null): HistoryEntry {
  return { type, date, reason, userAgent: null, url: null }
}

function parseObject(text: unknown): JsonObject | null {
  return typeof text === 'string' ? (JSON.parse(text) as JsonObject) : null
}
