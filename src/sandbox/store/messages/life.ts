import type { Changes } from '../database/changes.ts'
import { flags } from '../counting/counters.ts'
import type { Database } from '../database/database.ts'
import type { Rollups } from '../counting/rollups.ts'
import { messageStates, type Blacklists, type EventType, type MessageState } from '../index.ts'

/** How steps are numbered in `events.type` and `plans.type`: states by their position, other events from 20. */
const eventNumbers = { open: 20, click: 21, read: 22, unsubscribed: 9, complaint: 10 } as const
export const stepNumber = (type: MessageState | EventType): number =>
  type === 'open' || type === 'click' || type === 'read' ? eventNumbers[type] : messageStates.indexOf(type)
export function stepName(number: number): MessageState | EventType {
  if (number === 20) return 'open'
  if (number === 21) return 'click'
  return number === 22 ? 'read' : messageStates[number]!
}

export type Step = {
  /** As `stepNumber` counts. */
  type: number
  date: number
  agent: number | null
  ip: string | null
  url: string | null
  reason: string | null
}

type MessageRow = {
  id: number
  email: string
  stream: number
  domain: number
  send: number
  state: number
  changed: number
  reason: string | null
  open: number
  click: number
  flags: number
}

/** Moves messages through their life. Everything here has to run inside a transaction. */
export type Life = {
  /** False when there is no such message. */
  step(id: number, step: Step): boolean
}

type Parts = {
  database: Database
  rollups: Rollups
  changes: Changes
  blacklists: Blacklists
  agentCells(agent: number): { platform: number; location: number }
}

export function createLife({ database, rollups, changes, blacklists, agentCells }: Parts): Life {
  function addEvent(message: MessageRow, step: Step, first: boolean): void {
    const last = database.sql('SELECT max(n) AS n FROM events WHERE message = ?').get(message.id)
    database
      .sql(
        'INSERT INTO events (message, n, type, first, date, agent, ip, url, reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      )
      .run(
        message.id,
        last?.['n'] == null ? 0 : Number(last['n']) + 1,
        step.type,
        first ? 1 : 0,
        step.date,
        step.agent,
        step.ip,
        step.url,
        step.reason,
      )
  }

  function listOf(message: MessageRow): string | null {
    const row = database.sql('SELECT list FROM sends WHERE id = ?').get(message.send)
    return row?.['list'] == null ? null : String(row['list'])
  }

  /** A state that is left goes to the events; the current one stays on the message, which spares a row for most. */
  function enter(before: MessageRow, step: Step): Partial<MessageRow> {
    if (before.state > 0 && before.state < eventNumbers.unsubscribed) {
      const left = { type: before.state, date: before.changed, agent: null, ip: null, url: null, reason: before.reason }
      addEvent(before, left, false)
    }
    return { state: step.type, changed: step.date, reason: step.reason }
  }

  function feed(message: MessageRow, step: Step): void {
    const entry = { email: message.email, date: step.date }
    const state = messageStates[step.type]
    if (state === 'hardbounced') blacklists.add('bounces', { ...entry, reason: step.reason ?? 'hard bounce' })
    if (state !== 'complaint' && state !== 'unsubscribed') return
    const list = listOf(message)
    if (state === 'complaint') blacklists.add('complaints', { ...entry, reason: step.reason ?? 'complaint', list })
    else blacklists.add('unsubscribers', { ...entry, reason: step.reason ?? 'unsubscribe link', list })
  }

  function happen(before: MessageRow, step: Step): Partial<MessageRow> {
    const type = stepName(step.type)
    if (type === 'open' || type === 'click') {
      const first = before[type] === 0
      addEvent(before, step, first)
      if (step.agent !== null) {
        rollups.event({ id: before.id, stream: before.stream, type, first, ...agentCells(step.agent) })
      }
      return { [type]: before[type] + 1 }
    }
    if (type === 'read') {
      addEvent(before, step, (before.flags & flags.read) === 0)
      return { flags: before.flags | flags.read }
    }
    feed(before, step)
    if (type !== 'unsubscribed' && type !== 'complaint') return enter(before, step)
    const state = before.state === step.type ? {} : enter(before, step)
    addEvent(before, step, (before.flags & flags[type]) === 0)
    return { ...state, flags: before.flags | flags[type] }
  }

  return {
    step(id, step) {
      const row = database
        .sql(
          `SELECT id, lower(email) AS email, stream, domain, send, state, changed, reason, open, click, flags
          FROM messages WHERE id = ?`,
        )
        .get(id)
      if (!row) return false
      const before = row as unknown as MessageRow
      const after = { ...before, ...happen(before, step) }
      rollups.record(after, before)
      const change = after.state === before.state && after.changed === before.changed ? null : changes.next()
      database
        .sql(
          `UPDATE messages SET state = ?, changed = ?, reason = ?, open = ?, click = ?, flags = ?,
          change = ifnull(?, change) WHERE id = ?`,
        )
        .run(after.state, after.changed, after.reason, after.open, after.click, after.flags, change, id)
      return true
    },
  }
}
