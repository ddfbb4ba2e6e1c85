import { recipientDomain, type Message } from '#shared/domain/messages/record.ts'
import { metaPairs } from '#shared/domain/messages/matches.ts'
import type { Database } from '../file/database.ts'
import { clamp, othersOf } from '../../../base/packs/record-set.ts'
import { dayOf } from '../record/row-number.ts'
import type { NewRecords } from './block-writer.ts'
import { Sums } from './sums.ts'
import { valueKinds } from '../../common/value-kinds.ts'
import { type Values } from './values.ts'

type Counters = [messages: number, open: number, click: number, opened: number, clicked: number]

/** One kind of value: its codes in a record set, their counts, and their ids in the archive. */
class CountedValues {
  readonly codes: ArrayLike<number>
  readonly sums = new Sums()
  readonly #ids: (readonly number[])[] = []
  readonly #idsOf: (code: number) => readonly number[]

  constructor(codes: ArrayLike<number>, idsOf: (code: number) => readonly number[]) {
    this.codes = codes
    this.#idsOf = idsOf
  }

  /** A tag code represents a list of tags, so it refers to several values. */
  ids(code: number): readonly number[] {
    return (this.#ids[code] ??= this.#idsOf(code))
  }
}

/** Counts per day, value and state, collected during a transaction and written at its end. */
export class Rollups {
  readonly #database: Database
  readonly #values: Values
  readonly #stateKeys = new Map<number, number>()
  readonly #days = new Map<number, { day: number; value: number; state: number; counters: Counters }>()
  readonly #messages = new Map<number, number>()
  /** Column values of rows that are written once there are enough of them for one statement. */
  readonly #given: number[] = []

  constructor(database: Database, values: Values) {
    this.#database = database
    this.#values = values
  }

  /** `sign` is 1 for a message’s current version, and -1 for its previous version or a removed message. */
  add(row: number, message: Message, sign: 1 | -1): void {
    const day = dayOf(row)
    const state = this.#values.id(valueKinds.state, message.lastState)
    const ids = [
      state,
      this.#values.id(valueKinds.domain, recipientDomain(message.email)),
      this.#values.id(valueKinds.from, message.from),
      this.#values.id(valueKinds.key, message.apiKey),
      ...this.#tagIds(message.tags),
    ]
    const [open, click] = [clamp(message.open), clamp(message.click)]
    const counters: Counters = [sign, sign * open, sign * click, open > 0 ? sign : 0, click > 0 ? sign : 0]
    for (const value of ids) this.#count(day, value, state, counters)
    this.#countMeta(message, sign)
  }

  /** Adds new records in row order. The records of one day are counted together and written in a single step. */
  addRecords({ set, order, domains, built }: NewRecords): void {
    for (const [key, count] of built?.metaKeys ?? []) this.#countMetaKey(key, count)
    const name = (code: number): string => set.values[code]!
    const kinds = [
      new CountedValues(set.lastState, (code) => [this.#values.id(valueKinds.state, name(code))]),
      new CountedValues(set.from, (code) => [this.#values.id(valueKinds.from, name(code))]),
      new CountedValues(set.apiKey, (code) => [this.#values.id(valueKinds.key, name(code))]),
      new CountedValues(set.tags, (code) => this.#tagIds(JSON.parse(name(code)) as string[])),
      new CountedValues(domains.codes, (code) => [this.#values.id(valueKinds.domain, domains.names[code]!)]),
    ] as const
    for (let index = 0; index < order.length; index++) {
      const at = order[index]!
      for (const { codes, sums } of kinds) sums.add(codes[at]!, set.lastState[at]!, set.open[at]!, set.click[at]!)
      if (!built && set.complete[at] === 1) this.#countMeta(othersOf(set, at)!, 1)
      const day = dayOf(set.row[at]!)
      const isLast = index + 1 === order.length || dayOf(set.row[order[index + 1]!]!) !== day
      if (isLast) for (const kind of kinds) this.#writeDay(day, kind, kinds[0])
    }
    this.#writeGiven()
  }

  #writeDay(day: number, values: CountedValues, states: CountedValues): void {
    values.sums.take((code, stateCode, counters) => {
      const [state] = states.ids(stateCode)
      const [messages, open, click, opened, clicked] = counters as unknown as Counters
      for (const value of values.ids(code)) {
        this.#messages.set(value, (this.#messages.get(value) ?? 0) + messages)
        this.#given.push(day, value, state!, messages, open, click, opened, clicked)
        if (this.#given.length === rowsPerStatement * columns) this.#database.run(upsertMany, ...this.#given.splice(0))
      }
    })
  }

  #writeGiven(): void {
    const given = this.#given.splice(0)
    for (let at = 0; at < given.length; at += columns) this.#database.run(upsert, ...given.slice(at, at + columns))
  }

  #tagIds(tags: readonly string[]): number[] {
    return [...new Set(tags.map((tag) => this.#values.id(valueKinds.tag, tag)))]
  }

  #countMeta(message: Pick<Message, 'meta'>, sign: 1 | -1): void {
    if (!message.meta) return
    for (const key of new Set(metaPairs(message).map(({ key }) => key))) this.#countMetaKey(key, sign)
  }

  #countMetaKey(key: string, change: number): void {
    const id = this.#values.id(valueKinds.metaKey, key)
    this.#messages.set(id, (this.#messages.get(id) ?? 0) + change)
  }

  #count(day: number, value: number, state: number, counters: Counters): void {
    this.#messages.set(value, (this.#messages.get(value) ?? 0) + counters[0])
    const key = (day * 2 ** 24 + value) * 2 ** 10 + this.#stateKey(state)
    let found = this.#days.get(key)
    if (!found) this.#days.set(key, (found = { day, value, state, counters: [0, 0, 0, 0, 0] }))
    for (let at = 0; at < counters.length; at++) found.counters[at]! += counters[at]!
  }

  /** Gives each state a small number, so that day, value and state fit into one key. */
  #stateKey(state: number): number {
    let key = this.#stateKeys.get(state)
    if (key === undefined) {
      // No service has this many states, but if one did, the counts would still have to be correct.
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
      this.#reducedDays(),
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
    this.#given.length = 0
  }

  /** Lists the days that lost messages, because only their counters can have dropped to zero. */
  #reducedDays(): string {
    const days = new Set<number>()
    for (const { day, counters } of this.#days.values()) if (counters[0] < 0) days.add(day)
    return JSON.stringify([...days])
  }
}

const columns = 8
/**
 * An import of a million messages writes half a million rows. Writing them with one statement per row took a third
 * longer.
 */
const rowsPerStatement = 16
const upsert = upsertOf(1)
const upsertMany = upsertOf(rowsPerStatement)

function upsertOf(rows: number): string {
  const positions = Array.from({ length: rows }, () => '(?, ?, ?, ?, ?, ?, ?, ?)').join(', ')
  return `INSERT INTO rollup VALUES ${positions} ON CONFLICT DO UPDATE SET messages = messages + excluded.messages,
    open = open + excluded.open, click = click + excluded.click, opened = opened + excluded.opened, clicked = clicked + excluded.clicked`
}
