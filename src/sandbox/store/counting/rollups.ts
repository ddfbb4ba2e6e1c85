import { addRecord, counterNames, type Countable } from './counters.ts'
import type { Database } from '../database/database.ts'
import { dayOf, monthOfDay } from './id-time.ts'

export type CountedRecord = Countable & {
  id: number
  stream: number
  domain: number
  email: string
}

/** An open or click as the platform and location tables count it. */
export type CountedEvent = {
  id: number
  stream: number
  type: 'open' | 'click'
  platform: number
  location: number
  /** The first of its type on this message. */
  first: boolean
}

/** Gathers what a transaction changes and writes each rollup row once, right before the commit. */
export type Rollups = {
  /** A record that was there before counts no longer as it did. */
  record(after: CountedRecord, before?: CountedRecord): void
  event(event: CountedEvent): void
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

export function createRollups(database: Database): Rollups {
  // Only the finest cells are counted as things happen, by stream, day and what the table is about. All others are sums
  // of these, and there are far fewer cells than records in a transaction.
  const recipients: Cells = new Map()
  const domains: Cells = new Map()
  const platforms: Cells = new Map()
  const locations: Cells = new Map()
  const fine = [recipients, domains, platforms, locations]

  const clear = () => fine.forEach((cells) => cells.clear())
  database.onForget(clear)
  database.beforeCommit(() => {
    write('recipients', ['email'], counterNames, recipients)
    const streams: Cells = new Map()
    for (const { key, sums } of domains.values()) {
      addCells(streams, [key[0]!, key[1]!], sums)
      addCells(streams, [0, key[1]!], sums)
    }
    write('day_streams', ['stream', 'day'], counterNames, streams)
    writeSpans('domain', counterNames, domains)
    writeSpans('platform', ['open'], platforms)
    writeSpans('location', locationColumns, locations)
    clear()
  })

  function write(table: string, keys: readonly string[], values: readonly string[], cells: Cells): void {
    if (cells.size === 0) return
    const marks = Array(keys.length + values.length).fill('?')
    const statement = database.sql(
      `INSERT INTO ${table} (${[...keys, ...values].join(', ')}) VALUES (${marks.join(', ')})
      ON CONFLICT DO UPDATE SET ${values.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')}`,
    )
    for (const { key, sums } of cells.values()) if (sums.some((sum) => sum !== 0)) statement.run(...key, ...sums)
  }

  function writeSpans(kind: string, values: readonly string[], own: Cells): void {
    const days: Cells = new Map(own)
    const months: Cells = new Map()
    for (const { key, sums } of own.values()) {
      const [stream, day, of] = key as [number, number, number]
      const month = monthOfDay(day)
      addCells(days, [0, day, of], sums)
      addCells(months, [stream, month, of], sums)
      addCells(months, [0, month, of], sums)
    }
    write(`day_${kind}s`, ['stream', 'day', kind], values, days)
    write(`month_${kind}s`, ['stream', 'month', kind], values, months)
  }

  return {
    record(after, before) {
      const byRecipient = cell(recipients, counterNames.length, [after.email])
      const byDomain = cell(domains, counterNames.length, [after.stream, dayOf(after.id), after.domain])
      for (const sums of [byRecipient, byDomain]) {
        addRecord(sums, after, 1)
        if (before) addRecord(sums, before, -1)
      }
    },
    event({ id, stream, type, platform, location, first }) {
      const day = dayOf(id)
      if (type === 'open') cell(platforms, 1, [stream, day, platform])[0]! += 1
      const sums = cell(locations, locationColumns.length, [stream, day, location])
      const column = type === 'open' ? 0 : 1
      sums[column]! += 1
      if (first) sums[column + 2]! += 1
    },
  }
}
