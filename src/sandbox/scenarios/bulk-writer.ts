import { flags, type Countable } from '../store/counting/counters.ts'
import { firstIdOf } from '../store/counting/id-time.ts'
import type { Statement } from '../store/database/database.ts'
import { specialOf } from '../store/database/interner.ts'
import type { JsonObject, PlannedStep, Store } from '../store/index.ts'
import { stepName } from '../store/messages/life.ts'
import { publicId } from '../store/messages/message-id.ts'
import { toStep } from '../store/messages/plans.ts'
import { writeRollups } from './write-rollups.ts'

export type PastMessage = {
  createdDate: number
  stream: number
  domain: number
  send: number
  size: number
  email: string
  subject: string
  name: string
  meta: JsonObject | null
  values: JsonObject
  state: 'requested' | 'rejected'
  reason: string | null
  steps: readonly PlannedStep[]
}

const rejected = 4
const firstEvent = 9

/** A message’s state after its past steps. */
type LivedState = Countable & { changed: number; reason: string | null }

/**
 * Writes past messages in chronological order. Instead of applying steps one by one, it writes only their results, and
 * `finish` computes the rollups from the rows. A test proves that the store ends up the same as if every step had been
 * applied.
 */
export class BulkWriter {
  readonly #store: Store
  readonly #until: number
  readonly #change: number
  readonly #insertMessage: Statement
  readonly #insertPayload: Statement
  readonly #insertEvent: Statement
  readonly #insertPlan: Statement
  #second = -1
  #nextId = 0
  #plans = 0

  /** Steps after `until` remain planned. */
  constructor(store: Store, until: number) {
    const { database, changes } = store
    this.#store = store
    this.#until = until
    this.#change = changes.next()
    this.#insertMessage = database.sql(
      `INSERT INTO messages (id, code, created, changed, change, stream, domain, send, size, state, open, click, flags,
      special, email, subject, reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    this.#insertPayload = database.sql('INSERT INTO payloads (id, name, meta, vals) VALUES (?, ?, ?, ?)')
    this.#insertEvent = database.sql(
      'INSERT INTO events (message, n, type, first, date, agent, ip, url, reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    )
    this.#insertPlan = database.sql(
      'INSERT INTO plans (due, n, message, type, agent, ip, url, reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    )
  }

  add(message: PastMessage): void {
    const at = Math.floor(message.createdDate / 1000)
    if (at !== this.#second) this.#nextId = firstIdOf((this.#second = at))
    const id = this.#nextId++
    const lived = this.#writeSteps(id, message)
    const { email, subject } = message
    this.#insertMessage.run(
      id,
      publicId(id, this.#store.seed),
      message.createdDate,
      lived.changed,
      this.#change,
      message.stream,
      message.domain,
      message.send,
      message.size,
      lived.state,
      lived.open,
      lived.click,
      lived.flags,
      specialOf(email, subject),
      email,
      subject,
      lived.reason,
    )
    const meta = message.meta && JSON.stringify(message.meta)
    this.#insertPayload.run(id, message.name, meta, JSON.stringify(message.values))
  }

  finish(): void {
    writeRollups(this.#store.database)
  }

  #writeSteps(id: number, message: PastMessage): LivedState {
    const now: LivedState = {
      state: message.state === 'rejected' ? rejected : 0,
      changed: message.createdDate,
      reason: message.reason,
      open: 0,
      click: 0,
      flags: 0,
    }
    let n = 0
    const enter = (type: number, date: number, reason: string | null): void => {
      if (now.state > 0 && now.state < firstEvent) {
        this.#insertEvent.run(id, n++, now.state, 0, now.changed, null, null, null, now.reason)
      }
      now.state = type
      now.changed = date
      now.reason = reason
    }
    for (const planned of message.steps) {
      const { type, date, agent, ip, url, reason } = toStep(this.#store.interner, planned)
      if (date >= this.#until) {
        this.#insertPlan.run(date, this.#plans++, id, type, agent, ip, url, reason)
        continue
      }
      const name = stepName(type)
      let isFirst: boolean
      if (name === 'open' || name === 'click') {
        isFirst = now[name]++ === 0
      } else if (name === 'read' || name === 'unsubscribed' || name === 'complaint') {
        isFirst = (now.flags & flags[name]) === 0
        now.flags |= flags[name]
        if (name !== 'read' && now.state !== type) enter(type, date, reason)
      } else {
        enter(type, date, reason)
        continue
      }
      this.#insertEvent.run(id, n++, type, isFirst ? 1 : 0, date, agent, ip, url, reason)
    }
    return now
  }
}
