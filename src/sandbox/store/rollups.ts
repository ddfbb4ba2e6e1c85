import type { Database } from './database.ts'
import { addRecord, counterNames, type Countable } from './counters.ts'
import { dayOf, monthOfDay } from './time.ts'

export interface CountedRecord extends Countable {
  id: number
  stream: number
  domain: number
  email: string
}

/** An open or click as the platform and location tables count it. */
export interface CountedEvent {
  id: number
  stream: number
  type: 'open' | 'click'
  platform: number
  location: number
  /** The first of its type on this message. */
  first: boolean
}

/** Gathers what a transaction changes and writes each rollup row once, right before the commit. */
export interface Rollups {
  record(record: CountedRecord, sign: 1 | -1): void
  event(event: CountedEvent): void
}

type Cells = Map<string, { key: (string | number)[]; sums: Int32Array }>

const marks = (count: number): string => Array(count).fill('?').join(', ')
function upsert(table: string, keys: readonly string[], values: readonly string[]): string {
  const change = values.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')
  return `INSERT INTO ${table} (${[...keys, ...values].join(', ')}) VALUES (${marks(keys.length + values.length)})
    ON CONFLICT DO UPDATE SET ${change}`
}

export const locationColumns = ['open', 'click', 'opener', 'clicker'] as const

export function createRollups(database: Database): Rollups {
  const specs: [table: string, keys: readonly string[], values: readonly string[]][] = [
    ['recipients', ['email'], counterNames],
    ['day_streams', ['stream', 'day'], counterNames],
    ['day_domains', ['stream', 'day', 'domain'], counterNames],
    ['month_domains', ['stream', 'month', 'domain'], counterNames],
    ['day_platforms', ['stream', 'day', 'platform'], ['open']],
    ['month_platforms', ['stream', 'month', 'platform'], ['open']],
    ['day_locations', ['stream', 'day', 'location'], locationColumns],
    ['month_locations', ['stream', 'month', 'location'], locationColumns],
  ]
  const tables = specs.map(([table, keys, values]) => ({
    statement: upsert(table, keys, values),
    width: values.length,
    cells: new Map() as Cells,
  }))
  const [recipients, dayStreams, dayDomains, monthDomains, dayPlatforms, monthPlatforms, dayLocations, monthLocations] =
    tables as [Table, Table, Table, Table, Table, Table, Table, Table]
  type Table = (typeof tables)[number]

  function cell(table: Table, ...key: (string | number)[]): Int32Array {
    const name = key.join('\0')
    let found = table.cells.get(name)
    if (!found) table.cells.set(name, (found = { key, sums: new Int32Array(table.width) }))
    return found.sums
  }

  const months = new Map<number, number>()
  function monthOf(day: number): number {
    let month = months.get(day)
    if (month === undefined) months.set(day, (month = monthOfDay(day)))
    return month
  }

  const clear = () => tables.forEach((table) => table.cells.clear())
  database.onForget(clear)
  database.beforeCommit(() => {
    for (const { statement, cells } of tables) {
      if (cells.size === 0) continue
      const prepared = database.sql(statement)
      for (const { key, sums } of cells.values()) if (sums.some((sum) => sum !== 0)) prepared.run(...key, ...sums)
    }
    clear()
  })

  return {
    record(record, sign) {
      const day = dayOf(record.id)
      const month = monthOf(day)
      addRecord(cell(recipients, record.email), record, sign)
      for (const stream of [0, record.stream]) {
        addRecord(cell(dayStreams, stream, day), record, sign)
        addRecord(cell(dayDomains, stream, day, record.domain), record, sign)
        addRecord(cell(monthDomains, stream, month, record.domain), record, sign)
      }
    },
    event({ id, stream: own, type, platform, location, first }) {
      const day = dayOf(id)
      const month = monthOf(day)
      const column = type === 'open' ? 0 : 1
      for (const stream of [0, own]) {
        if (type === 'open') {
          cell(dayPlatforms, stream, day, platform)[0]! += 1
          cell(monthPlatforms, stream, month, platform)[0]! += 1
        }
        for (const sums of [cell(dayLocations, stream, day, location), cell(monthLocations, stream, month, location)]) {
          sums[column]! += 1
          if (first) sums[column + 2]! += 1
        }
      }
    },
  }
}
