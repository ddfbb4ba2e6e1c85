import { secondsPerDay } from '#shared/domain/base/durations.ts'
import { rollupStreams, select, type Selection } from '../counting/filter.ts'
import { idsOf, segmentsOf, type Segment } from '../counting/period.ts'
import type { Database } from '../database/database.ts'
import type { Filter, Page } from '../types/message-types.ts'

/** A day in the period, with the number of its messages that match the filter. */
type Part = {
  from: number
  to: number
  count: number
}

/**
 * Finds a page’s messages, newest first. Counts per day narrow down the position, so that a page far back is found without
 * reading all the messages before it.
 */
export function messagePage(
  database: Database,
  filter: Filter,
  { page, pageSize }: Page,
): { ids: number[]; total: number } {
  const selection = select(database, filter)
  if (!selection) return { ids: [], total: 0 }
  const parts = partsOf(database, selection)
  const total = parts.reduce((sum, part) => sum + part.count, 0)
  let skip = (page - 1) * pageSize
  const ids: number[] = []
  for (const part of parts) {
    if (ids.length >= pageSize) break
    if (skip < part.count)
      ids.push(...idsOfPart(database, selection, part, { limit: pageSize - ids.length, offset: skip }))
    skip = Math.max(0, skip - part.count)
  }
  return { ids, total }
}

function partsOf(database: Database, selection: Selection): Part[] {
  const { period } = selection
  const counts = new Map<number, number>()
  const add = (day: number, count: number): void => void counts.set(day, (counts.get(day) ?? 0) + count)
  for (const segment of segmentsOf(period, false)) {
    if (segment.span === 'raw') {
      add(Math.floor(segment.from / secondsPerDay), segment.sign * countOf(database, selection, segment))
      continue
    }
    const rows = database
      .sql(
        `SELECT day, sum(requested) AS count FROM day_streams
        WHERE stream IN (SELECT value FROM json_each(?)) AND day BETWEEN ? AND ? GROUP BY day`,
      )
      .all(rollupStreams(selection), segment.from, segment.to)
    for (const row of rows) add(Number(row['day']), segment.sign * Number(row['count']))
  }
  const parts: Part[] = []
  for (const [day, count] of counts) {
    const from = Math.max(period.from, day * secondsPerDay)
    const to = Math.min(period.to, day * secondsPerDay + secondsPerDay - 1)
    if (count > 0) parts.push({ from, to, count })
  }
  return parts.sort((a, b) => b.from - a.from)
}

function countOf(database: Database, { streams }: Selection, { from, to }: Segment): number {
  const [low, high] = idsOf(from, to)
  const where = streams ? 'stream IN (SELECT value FROM json_each(?))' : '? IS NULL'
  const row = database
    .sql(`SELECT count(*) AS count FROM messages WHERE ${where} AND id BETWEEN ? AND ?`)
    .get(streams && JSON.stringify(streams), low, high)
  return Number(row?.['count'])
}

function idsOfPart(
  database: Database,
  { streams }: Selection,
  part: Part,
  { limit, offset }: { limit: number; offset: number },
): number[] {
  const [low, high] = idsOf(part.from, part.to)
  // Without this hint, SQLite reads the whole day even for a sender with two messages.
  const source = streams
    ? 'messages INDEXED BY messages_stream WHERE stream IN (SELECT value FROM json_each(?))'
    : 'messages WHERE ? IS NULL'
  return database
    .sql(`SELECT id FROM ${source} AND id BETWEEN ? AND ? ORDER BY id DESC LIMIT ? OFFSET ?`)
    .all(streams && JSON.stringify(streams), low, high, limit, offset)
    .map((row) => Number(row['id']))
}
