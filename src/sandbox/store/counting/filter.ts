import type { Database } from '../database/database.ts'
import { periodOf, type Period } from './period.ts'
import type { Filter } from '../types/message-types.ts'

export type Selection = {
  period: Period
  /** The selected streams’ numbers; null selects all. */
  streams: number[] | null
}

/** Each condition has one parameter: the requested values as a JSON array. */
const conditions = {
  froms: 'lower(sender) IN (SELECT lower(value) FROM json_each(?))',
  // A deleted key’s messages are still found by its id.
  apiKeys: `api_key IN (SELECT ifnull(api_keys.id, value) FROM json_each(?)
    LEFT JOIN api_keys ON value IN (api_keys.secret, api_keys.body ->> 'hash'))`,
  tags: `EXISTS (SELECT 1 FROM json_each(streams.tags) AS own JOIN json_each(?) AS asked
    ON own.value = asked.value)`,
}

function streamsOf(database: Database, filter: Filter): number[] | null {
  const asked = (['froms', 'apiKeys', 'tags'] as const).filter((name) => filter[name]?.length)
  if (asked.length === 0) return null
  const rows = database
    .sql(`SELECT id FROM streams WHERE ${asked.map((name) => conditions[name]).join(' AND ')}`)
    .all(...asked.map((name) => JSON.stringify(filter[name])))
  return rows.map((row) => Number(row['id']))
}

/** Returns null if nothing can match. */
export function select(database: Database, filter: Filter): Selection | null {
  const period = periodOf(database, filter)
  if (!period) return null
  const streams = streamsOf(database, filter)
  return streams?.length === 0 ? null : { period, streams }
}

/** The parameter for `stream IN (SELECT value FROM json_each(?))` on rollups, in which stream 0 is the sum of all. */
export const rollupStreams = (selection: Selection): string => JSON.stringify(selection.streams ?? [0])
