import type { Database } from '../store/database/database.ts'
import type { Selection } from '../store/counting/filter.ts'
import { idsOf } from '../store/counting/period.ts'

/** Some figures are in no rollup. These functions count them from the events of the messages in the period. */

const [openType, clickType] = [20, 21]

const ofSelected = `message BETWEEN ? AND ?
  AND (? IS NULL OR (SELECT stream FROM messages WHERE messages.id = message) IN (SELECT value FROM json_each(?)))`

function parametersOf({ period, streams }: Selection): [number, number, string | null, string | null] {
  const wanted = streams && JSON.stringify(streams)
  return [...idsOf(period.from, period.to), wanted, wanted]
}

export type LinkSums = { url: string; click: number; clicker: number }

/**
 * Sums up the clicks on each link. Somebody who clicks a link twice in the same message counts as one clicker of that
 * link.
 */
export function clicksByLink(database: Database, selection: Selection): LinkSums[] {
  const text = `SELECT coalesce(url, '') AS url, count(*) AS click, count(DISTINCT message) AS clicker
    FROM events WHERE type = ${clickType} AND ${ofSelected} GROUP BY 1 ORDER BY click DESC, url`
  return database.sql(text).all(...parametersOf(selection)) as unknown as LinkSums[]
}

export type DeviceSums = { month: number; operatingSystem: string; deviceType: string; open: number }

/**
 * Counts opens by the month in which the message was created. A month is represented by the epoch second at which it
 * begins.
 */
export function opensByDevice(database: Database, selection: Selection): DeviceSums[] {
  const text = `SELECT unixepoch(message >> 20, 'unixepoch', 'start of month') AS month,
      body ->> 'operatingSystem' AS operatingSystem, body ->> 'deviceType' AS deviceType, count(*) AS open
    FROM events JOIN agents ON agents.id = events.agent
    WHERE type = ${openType} AND ${ofSelected} GROUP BY 1, 2, 3 ORDER BY 1, open DESC, 2, 3`
  return database.sql(text).all(...parametersOf(selection)) as unknown as DeviceSums[]
}
