import { addRecord, counterNames, type Countable } from './counters.ts'
import type { Database } from '../database/database.ts'
import { dayOf, monthOfDay } from './id-time.ts'

export type CountedRecord = Countable & {
  id: number
  stream: number
  domain: number
  email: string
}

/** An open or click, as it is counted by platform and location. */
export type CountedEvent = {
  id: number
  stream: number
  type: 'open' | 'click'
  platform: number
  location: number
  /** Whether this is the message’s first event of its type. */
  first: boolean
}

export const locationColumns = ['open', 'click', 'opener', 'clicker'] as const

type Key = (string | number)[]
type Cells = Map<string, { key: Key; sums: Int32Array }>

function cell(cells: Cells, width: number, key: Key): Int32Array {
  const name = key.join(' ')
  let found = cells.get(name)
  if (!found) cells.set(name, (found = { key, sums: new Int32Array(width) }))
  return found.sums
}

function addCells(cells: Cells, key: Key, values: Int32Array): void {
  const sums = cell(cells, values.length, key)
  for (let at = 0; at < values.length; at++) sums[at]! += values[at]!
}

/**
 * Sums up a transaction’s changes and writes each rollup row once, right before the commit. Until then, changes are
 * collected by recipient and in the finest cells: stream and day, with the domain, platform or location. All other
 * rollups are sums of these cells, and there are far fewer cells than records.
 */
export class Rollups {
  readonly #database: Database
  readonly #recipients: Cells = new Map()
  readonly #domains: Cells = new Map()
  readonly #platforms: Cells = new Map()
  readonly #locations: Cells = new Map()

  constructor(database: Database) {
    this.#database = database
    database.onForget(() => this.#clear())
    database.beforeCommit(() => this.#writeAll())
  }

  /** `before` is the record as it was last counted. A new record has none. */
  record(after: CountedRecord, before?: CountedRecord): void {
    const byRecipient = cell(this.#recipients, counterNames.length, [after.email])
    const byDomain = cell(this.#domains, counterNames.length, [after.stream, dayOf(after.id), after.domain])
    for (const sums of [byRecipient, byDomain]) {
      addRecord(sums, after, 1)
      if (before) addRecord(sums, before, -1)
    }
  }

  event({ id, stream, type, platform, location, first }: CountedEvent): void {
    const day = dayOf(id)
    if (type === 'open') cell(this.#platforms, 1, [stream, day, platform])[0]! += 1
    const sums = cell(this.#locations, locationColumns.length, [stream, day, location])
    const column = type === 'open' ? 0 : 1
    sums[column]! += 1
    if (first) sums[column + 2]! += 1
  }

  #clear(): void {
    for (const cells of [this.#recipients, this.#domains, this.#platforms, this.#locations]) cells.clear()
  }

  #writeAll(): void {
    this.#write('recipients', ['email'], counterNames, this.#recipients)
    const streams: Cells = new Map()
    for (const { key, sums } of this.#domains.values()) {
      addCells(streams, [key[0]!, key[1]!], sums)
      addCells(streams, [0, key[1]!], sums)
    }
    this.#write('day_streams', ['stream', 'day'], counterNames, streams)
    this.#writeSpans('domain', counterNames, this.#domains)
    this.#writeSpans('platform', ['open'], this.#platforms)
    this.#writeSpans('location', locationColumns, this.#locations)
    this.#clear()
  }

  #write(table: string, keys: readonly string[], values: readonly string[], cells: Cells): void {
    if (cells.size === 0) return
    const marks = Array(keys.length + values.length).fill('?')
    const statement = this.#database.sql(
      `INSERT INTO ${table} (${[...keys, ...values].join(', ')}) VALUES (${marks.join(', ')})
      ON CONFLICT DO UPDATE SET ${values.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')}`,
    )
    for (const { key, sums } of cells.values()) if (sums.some((sum) => sum !== 0)) statement.run(...key, ...sums)
  }

  #writeSpans(kind: string, values: readonly string[], own: Cells): void {
    const days: Cells = new Map(own)
    const months: Cells = new Map()
    for (const { key, sums } of own.values()) {
      const [stream, day, of] = key as [number, number, number]
      const month = monthOfDay(day)
      addCells(days, [0, day, of], sums)
      addCells(months, [stream, month, of], sums)
      addCells(months, [0, month, of], sums)
    }
    this.#write(`day_${kind}s`, ['stream', 'day', kind], values, days)
    this.#write(`month_${kind}s`, ['stream', 'month', kind], values, months)
  }
}
