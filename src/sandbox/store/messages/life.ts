import type { Changes } from '../database/changes.ts'
import { flags } from '../counting/counters.ts'
import type { Database } from '../database/database.ts'
import type { AgentCells } from '../database/interner.ts'
import type { ChangedMessages } from './changed-messages.ts'
import type { CountedRecord, Rollups } from '../counting/rollups.ts'
import { messageStates, type EventType, type MessageState } from '../types/message-types.ts'
import type { Blacklists } from '../account/blacklists.ts'

/** Step numbers in `events.type` and `plans.type`: states by their position, other events from 20. */
const eventNumbers = { open: 20, click: 21, read: 22, unsubscribed: 9, complaint: 10 } as const
export const stepNumber = (type: MessageState | EventType): number =>
  type === 'open' || type === 'click' || type === 'read' ? eventNumbers[type] : messageStates.indexOf(type)
export function stepName(number: number): MessageState | EventType {
  if (number === 20) return 'open'
  if (number === 21) return 'click'
  return number === 22 ? 'read' : messageStates[number]!
}

export type Step = {
  /** As returned by `stepNumber`. */
  type: number
  date: number
  agent: number | null
  ip: string | null
  url: string | null
  reason: string | null
}

type MessageRow = CountedRecord & { send: number; changed: number; reason: string | null }

/**
 * A program under test may unsubscribe before its message is delivered by the clock. The delivery is then only added to
 * the history, because `unsubscribed` and `complaint` already imply it.
 */
const onTheWay: ReadonlySet<MessageState | EventType> = new Set(['scheduled', 'deferred', 'delivered'])

export type LifeNeeds = {
  database: Database
  rollups: Rollups
  changes: Changes
  changed: ChangedMessages
  blacklists: Blacklists
  agentCells: (agent: number) => AgentCells
  /** Called inside the transaction with every step of a message. */
  onStep: (message: number, step: Step) => void
}

/** Applies steps to messages. All methods must run inside a transaction. */
export class MessageLife {
  readonly #needs: LifeNeeds

  constructor(needs: LifeNeeds) {
    this.#needs = needs
  }

  /** Returns false if there is no such message. */
  step(id: number, step: Step): boolean {
    const { database, rollups, changes, changed, onStep } = this.#needs
    const row = database
      .sql(
        `SELECT id, email, stream, domain, send, state, changed, reason, open, click, flags
        FROM messages WHERE id = ?`,
      )
      .get(id)
    if (!row) return false
    const before = row as unknown as MessageRow
    // SQLite’s `lower` lowers only ASCII letters, so the recipient would be counted under two addresses.
    before.email = before.email.toLowerCase()
    const after = { ...before, ...this.#apply(before, step) }
    rollups.record(after, before)
    const change = after.state === before.state && after.changed === before.changed ? null : changes.next()
    database
      .sql(
        `UPDATE messages SET state = ?, changed = ?, reason = ?, open = ?, click = ?, flags = ?,
        change = ifnull(?, change) WHERE id = ?`,
      )
      .run(after.state, after.changed, after.reason, after.open, after.click, after.flags, change, id)
    changed.add(id)
    onStep(id, step)
    return true
  }

  #apply(before: MessageRow, step: Step): Partial<MessageRow> {
    const { rollups, agentCells } = this.#needs
    const type = stepName(step.type)
    if (type === 'open' || type === 'click') {
      const first = before[type] === 0
      this.#addEvent(before, step, first)
      if (step.agent !== null) {
        rollups.event({ id: before.id, stream: before.stream, type, first, ...agentCells(step.agent) })
      }
      return { [type]: before[type] + 1 }
    }
    if (type === 'read') {
      this.#addEvent(before, step, (before.flags & flags.read) === 0)
      return { flags: before.flags | flags.read }
    }
    this.#addToBlacklist(before, step)
    if (type !== 'unsubscribed' && type !== 'complaint') {
      if (before.state < eventNumbers.unsubscribed || !onTheWay.has(type)) return this.#enterState(before, step)
      this.#addEvent(before, step, false)
      return {}
    }
    const state = before.state === step.type ? {} : this.#enterState(before, step)
    this.#addEvent(before, step, (before.flags & flags[type]) === 0)
    return { ...state, flags: before.flags | flags[type] }
  }

  /**
   * Adds the previous state to the events. The current state is stored with the message, which saves a row for most
   * messages.
   */
  #enterState(before: MessageRow, step: Step): Partial<MessageRow> {
    if (before.state > 0 && before.state < eventNumbers.unsubscribed) {
      const left = { type: before.state, date: before.changed, agent: null, ip: null, url: null, reason: before.reason }
      this.#addEvent(before, left, false)
    }
    return { state: step.type, changed: step.date, reason: step.reason }
  }

  #addEvent(message: MessageRow, step: Step, first: boolean): void {
    const { database } = this.#needs
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

  #addToBlacklist(message: MessageRow, step: Step): void {
    const { blacklists } = this.#needs
    const entry = { email: message.email, date: step.date }
    const state = messageStates[step.type]
    if (state === 'hardbounced') blacklists.add('bounces', { ...entry, reason: step.reason ?? 'hard bounce' })
    if (state !== 'complaint' && state !== 'unsubscribed') return
    const list = this.#listOf(message)
    if (state === 'complaint') blacklists.add('complaints', { ...entry, reason: step.reason ?? 'complaint', list })
    else blacklists.add('unsubscribers', { ...entry, reason: step.reason ?? 'unsubscribe link', list })
  }

  #listOf(message: MessageRow): string | null {
    const row = this.#needs.database.sql('SELECT list FROM sends WHERE id = ?').get(message.send)
    return row?.['list'] == null ? null : String(row['list'])
  }
}
