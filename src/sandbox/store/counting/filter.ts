import type { Database } from '../database/database.ts'
import { periodOf, type Period } from './period.ts'
import type { Filter } from '../types/message-types.ts'

export type Selection = {
  period: Period
  /** Numbers of the selected streams; null selects all. */
  streams: number[] | null
}

const given = (values: string[] | null | undefined): values is string[] => values != null && values.length > 0

function streamsOf(database: Database, filter: Filter): number[] | null {
  if (!given(filter.froms) && !given(filter.apiKeys) && !given(filter.tags)) return null
  const conditions: string[] = []
  const values: string[] = []
  if (given(filter.froms)) {
    conditions.push('lower(sender) IN (SELECT value FROM json_each(?))')
    values.push(JSON.stringify(filter.froms.map((from) => from.toLowerCase())))
  }
  if (given(filter.apiKeys)) {
    conditions.push(`api_key IN (SELECT value FROM json_each(?)
      UNION ALL SELECT api_keys.id FROM api_keys JOIN json_each(?) ON api_keys.secret = value)`)
    values.push(JSON.stringify(filter.apiKeys), JSON.stringify(filter.apiKeys))
  }
  if (given(filter.tags)) {
    conditions.push(`EXISTS (SELECT 1 FROM json_each(streams.tags) AS own JOIN json_each(?) AS asked
      ON own.value = asked.value)`)
    values.push(JSON.stringify(filter.tags))
  }
  const rows = database.sql(`SELECT id FROM streams WHERE ${conditions.join(' AND ')}`).all(...values)
  return rows.map((row) => Number(row['id']))
}

/** Returns null when nothing can match. */
export function select(database: Database, filter: Filter): Selection | null {
  const period = periodOf(database, filter)
  if (!period) return null
  const streams = streamsOf(database, filter)
  return streams?.length === 0 ? null : { period, streams }
}

/** The parameter of `stream IN (SELECT value FROM json_each(?))` on rollups, where stream 0 is the sum of all. */
export const rollupStreams = (selection: Selection): string => JSON.stringify(selection.streams ?? [0])
