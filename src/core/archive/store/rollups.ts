import { recipientDomain, type Message } from '#shared/domain/message/record.ts'
import { metaPairs } from '#shared/domain/query/matches.ts'
import type { Database } from '../database.ts'
import { dayOf } from './row.ts'
import { valueKinds, type Values } from './values.ts'

type Counters = [messages: number, open: number, click: number, opened: number, clicked: number]

/** Counts per day, value and state, gathered during a transaction and written at its end. */
export class Rollups {
  readonly #database: Database
  readonly #values: Values
  readonly #stateKeys = new Map<number, number>()
  readonly #days = new Map<number, { day: number; value: number; state: number; counters: Counters }>()
  readonly #messages = new Map<number, number>()

  constructor(database: Database, values: Values) {
    this.#database = database
    this.#values = values
  }

  /** `sign` is 1 for a message that is there now, -1 for what it was before. */
  add(row: number, message: Message, sign: 1 | -1): void {
    const day = dayOf(row)
    const state = this.#values.id(valueKinds.state, message.lastState)
    const ids = [
      state,
      this.#values.id(valueKinds.domain, recipientDomain(message.email)),
      this.#values.id(valueKinds.from, message.from),
      this.#values.id(valueKinds.key, message.apiKey),
      ...new Set(message.tags.map((tag) => this.#values.id(valueKinds.tag, tag))),
    ]
    for (const value of ids) this.#count(day, value, state, message, sign)
    if (message.meta) {
      const keys = new Set(metaPairs(message).map(({ key }) => this.#values.id(valueKinds.metaKey, key)))
      for (const key of keys) this.#messages.set(key, (this.#messages.get(key) ?? 0) + sign)
    }
  }

  #count(day: number, value: number, state: number, { open, click }: Message, sign: number): void {
    this.#messages.set(value, (this.#messages.get(value) ?? 0) + sign)
    const key = (day * 2 ** 24 + value) * 2 ** 10 + this.#stateKey(state)
    let found = this.#days.get(key)
    if (!found) this.#days.set(key, (found = { day, value, state, counters: [0, 0, 0, 0, 0] }))
    const counters = found.counters
    counters[0] += sign
    counters[1] += sign * open
    counters[2] += sign * click
    if (open > 0) counters[3] += sign
    if (click > 0) counters[4] += sign
  }

  /** Small numbers of the states met, so that day, value and state fit into one number. */
  #stateKey(state: number): number {
    let key = this.#stateKeys.get(state)
    if (key === undefined) {
      // A service with so many states is none; still it must not be counted wrongly.
      if (this.#stateKeys.size === 1024) this.write()
      this.#stateKeys.set(state, (key = this.#stateKeys.size))
    }
    return key
  }

  write(): void {
    for (const { day, value, state, counters } of this.#days.values()) {
      if (counters.every((counter) => counter === 0)) continue
      this.#database.run(upsert, day, value, state, ...counters)
    }
    this.#database.run(
      'DELETE FROM rollup WHERE messages = 0 AND day IN (SELECT value FROM json_each(?))',
      this.#changedDays(),
    )
    for (const [value, change] of this.#messages) {
      if (change !== 0) this.#database.run('UPDATE value SET messages = messages + ? WHERE id = ?', change, value)
    }
    this.clear()
  }

  clear(): void {
    this.#days.clear()
    this.#stateKeys.clear()
    this.#messages.clear()
  }

  /** Days where something was taken away: only there a counter can have come down to nothing. */
  #changedDays(): string {
    const days = new Set<number>()
    for (const { day, counters } of this.#days.values()) if (counters[0] < 0) days.add(day)
    return JSON.stringify([...days])
  }
}

const upsert = `INSERT INTO rollup VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET messages = messages + excluded.messages,
  open = open + excluded.open, click = click + excluded.click, opened = opened + excluded.opened, clicked = clicked + excluded.clicked`
