import { secondsPerDay } from '#shared/domain/base/durations.ts'
import type { Message, StoredMessage } from '#shared/domain/messages/record.ts'
import { hasChanged, mergeRecords } from '../../engine/record/merge-records.ts'
import { dayOf, firstRowOf, rowsPerSecond, secondOf } from '../../engine/record/row-number.ts'
import type { RunSql } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'
import { cleaned, messageOfRow, recordColumns } from '../record/columns.ts'

/** `fields` is the text copied to the server. */
export type PreparedRecord = { readonly message: Message; readonly fields: string }
export type PlacedRecord = { readonly row: number; readonly message: Message; readonly fields?: string }
export type ChangedRecord = PlacedRecord & { readonly before: Message; readonly reported: Message }

/** Finds the stored records of these messages. A stored creation time may be up to one day earlier or later. */
export async function knownAmong(run: RunSql, messages: readonly Message[]): Promise<Map<Message, StoredMessage>> {
  const known = new Map<Message, StoredMessage>()
  if (messages.length === 0) return known
  const byIdentity = new Map(messages.map((message) => [identityOf(message), message]))
  const days = messages.map(({ createdDate }) => createdDay(createdDate))
  const [from, stop] = [
    firstRowOf((days.reduce(least) - 1) * secondsPerDay),
    firstRowOf((days.reduce(most) + 2) * secondsPerDay),
  ]
  const ids = [...new Set(messages.map(({ id }) => cleaned(id)))]
  const rows = await run(sql`
    SELECT ${recordColumns} FROM message JOIN unnest(${ids}::text[]) AS wanted
      ON hashtextextended(message.id, 0) = hashtextextended(wanted, 0) AND message.id = wanted
    WHERE row >= ${from}::bigint AND row < ${stop}::bigint ORDER BY row`)
  for (const row of rows) {
    const stored = messageOfRow(row)
    const message = byIdentity.get(identityOf(stored))
    if (!message || known.has(message)) continue
    if (Math.abs(createdDay(message.createdDate) - dayOf(stored.row)) <= 1) known.set(message, stored)
  }
  return known
}

function identityOf({ id, email }: Pick<Message, 'id' | 'email'>): string {
  return JSON.stringify([id, email])
}

function createdDay(created: number): number {
  return dayOf(firstRowOf(secondOf(created)))
}

function least(one: number, other: number): number {
  return Math.min(one, other)
}

function most(one: number, other: number): number {
  return Math.max(one, other)
}

/** Assigns rows to new messages, which must be in chronological order. */
export async function placed(run: RunSql, given: readonly PreparedRecord[]): Promise<PlacedRecord[]> {
  const seconds = [...new Set(given.map(({ message }) => secondOf(message.createdDate)))]
  const next = new Map<number, number>()
  for (const { second, last } of await run(sql`
    SELECT second, (SELECT max(row) FROM message
      WHERE row >= second * ${rowsPerSecond}::bigint AND row < (second + 1) * ${rowsPerSecond}::bigint) AS last
    FROM unnest(${seconds}::bigint[]) AS second`)) {
    if (last !== null) next.set(Number(second), Number(last) + 1)
  }
  let last = -1
  return given.map(({ message, fields }) => {
    const second = secondOf(message.createdDate)
    // More than a million messages in one second spill over into the next second.
    const row = Math.max(next.get(second) ?? firstRowOf(second), last + 1)
    next.set(second, row + 1)
    last = row
    return { row, message, fields }
  })
}

export function changedAmong(known: ReadonlyMap<Message, StoredMessage>): ChangedRecord[] {
  const changes: ChangedRecord[] = []
  for (const [reported, before] of known) {
    const message = mergeRecords(before, reported)
    if (hasChanged(before, message)) changes.push({ row: before.row, before, message, reported })
  }
  return changes
}
