import type { Database } from '../database/database.ts'
import { select, rollupStreams, type Selection } from '../counting/filter.ts'
import { stepName } from './life.ts'
import { rowOf } from './message-id.ts'
import { idsOf, segmentsOf, type Segment } from '../counting/period.ts'
import type { Sends } from './sends.ts'
import {
  messageStates,
  type ClickDetail,
  type HistoryEntry,
  type JsonObject,
  type MessageRecord,
  type Messages,
  type OpenDetail,
  type UserAgent,
} from '../index.ts'

const recordSql = `SELECT messages.id, code, created, changed, size, state, open, click, email, subject, reason, send,
  sender, api_key, streams.tags, recipient_domains.name AS domain, meta
  FROM messages JOIN streams ON streams.id = messages.stream
  JOIN recipient_domains ON recipient_domains.id = messages.domain LEFT JOIN payloads ON payloads.id = messages.id`

type RecordRow = Record<'id' | 'created' | 'changed' | 'size' | 'state' | 'open' | 'click' | 'send', number> &
  Record<'code' | 'email' | 'subject' | 'sender' | 'api_key' | 'tags' | 'domain', string> &
  Record<'reason' | 'meta', string | null>

const parseObject = (text: unknown): JsonObject | null =>
  typeof text === 'string' ? (JSON.parse(text) as JsonObject) : null

/** Counts per part of the period, newest first, so that a page far back is found without walking over all messages. */
type Part = {
  from: number
  to: number
  count: number
}

export function createMessageReader(database: Database, sends: Sends) {
  function history(id: number): HistoryEntry[] {
    const rows = database
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

  function toRecord(row: RecordRow, events: HistoryEntry[]): MessageRecord {
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

  const record = (id: number): MessageRecord => {
    const row = database.sql(`${recordSql} WHERE messages.id = ?`).get(id) as unknown as RecordRow
    return toRecord(row, row.open + row.click > 0 ? history(id) : [])
  }

  function count({ streams }: Selection, { from, to }: Segment): number {
    const [low, high] = idsOf(from, to)
    const where = streams ? 'stream IN (SELECT value FROM json_each(?))' : '? IS NULL'
    const row = database
      .sql(`SELECT count(*) AS count FROM messages WHERE ${where} AND id BETWEEN ? AND ?`)
      .get(streams && JSON.stringify(streams), low, high)
    return Number(row?.['count'])
  }

  function parts(selection: Selection): Part[] {
    const { period } = selection
    const found: Part[] = []
    const byDay = new Map<number, number>()
    for (const segment of segmentsOf(period, false)) {
      if (segment.span === 'raw') {
        const day = Math.floor(segment.from / 86_400)
        byDay.set(day, (byDay.get(day) ?? 0) + segment.sign * count(selection, segment))
        continue
      }
      const rows = database
        .sql(
          `SELECT day, sum(requested) AS count FROM day_streams
          WHERE stream IN (SELECT value FROM json_each(?)) AND day BETWEEN ? AND ? GROUP BY day`,
        )
        .all(rollupStreams(selection), segment.from, segment.to)
      for (const row of rows) {
        const day = Number(row['day'])
        byDay.set(day, (byDay.get(day) ?? 0) + segment.sign * Number(row['count']))
      }
    }
    for (const [day, total] of byDay) {
      const from = Math.max(period.from, day * 86_400)
      const to = Math.min(period.to, day * 86_400 + 86_399)
      if (total > 0) found.push({ from, to, count: total })
    }
    return found.sort((a, b) => b.from - a.from)
  }

  function idsOfPart({ streams }: Selection, part: Part, limit: number, offset: number): number[] {
    const [low, high] = idsOf(part.from, part.to)
    // Without the hint the planner walks the whole day for a sender who wrote twice.
    const source = streams
      ? 'messages INDEXED BY messages_stream WHERE stream IN (SELECT value FROM json_each(?))'
      : 'messages WHERE ? IS NULL'
    return database
      .sql(`SELECT id FROM ${source} AND id BETWEEN ? AND ? ORDER BY id DESC LIMIT ? OFFSET ?`)
      .all(streams && JSON.stringify(streams), low, high, limit, offset)
      .map((row) => Number(row['id']))
  }

  const find = (code: string): RecordRow | null => {
    const id = rowOf(code)
    if (id === null) return null
    const row = database.sql(`${recordSql} WHERE messages.id = ? AND code = ?`).get(id, code)
    return row ? (row as unknown as RecordRow) : null
  }

  const reader: Pick<Messages, 'list' | 'detail' | 'exists' | 'source' | 'newest' | 'count'> = {
    list(filter, { page, pageSize }) {
      const selection = select(database, filter)
      if (!selection) return { messages: [], total: 0 }
      const all = parts(selection)
      const total = all.reduce((sum, part) => sum + part.count, 0)
      let skip = (page - 1) * pageSize
      const ids: number[] = []
      for (const part of all) {
        if (ids.length >= pageSize) break
        if (skip < part.count) ids.push(...idsOfPart(selection, part, pageSize - ids.length, skip))
        skip = Math.max(0, skip - part.count)
      }
      return { messages: ids.map(record), total }
    },
    detail(code) {
      const row = find(code)
      if (!row) return null
      const events = history(row.id)
      const entry = (type: HistoryEntry['type'], date: number, reason: string | null): HistoryEntry => {
        return { type, date, reason, userAgent: null, url: null }
      }
      const all = [entry('requested', row.created, null), ...events]
      const state = messageStates[row.state]!
      // Unsubscribes and complaints are among the events; any other current state is on the message alone.
      if (state !== 'requested' && state !== 'unsubscribed' && state !== 'complaint') {
        all.push(entry(state, row.changed, row.reason))
      }
      return { ...toRecord(row, events), history: all.sort((a, b) => a.date - b.date) }
    },
    exists: (code) => find(code) !== null,
    source(code) {
      const row = find(code)
      const send = row && sends.get(row.send)
      if (!row || !send) return null
      const payload = database.sql('SELECT name, meta, vals FROM payloads WHERE id = ?').get(row.id)
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
    },
    newest(limit, before) {
      const bound = before === undefined ? Number.MAX_SAFE_INTEGER : (rowOf(before) ?? 0)
      const rows = database.sql('SELECT id FROM messages WHERE id < ? ORDER BY id DESC LIMIT ?').all(bound, limit)
      return rows.map((row) => record(Number(row['id'])))
    },
    count() {
      const row = database.sql('SELECT sum(requested) AS count FROM day_streams WHERE stream = 0').get()
      return Number(row?.['count'] ?? 0)
    },
  }
  return { ...reader, find }
}
