import type { Fault } from '#shared/contract/base/faults.ts'
import { messageStates, type MessageState } from '../store/index.ts'
import { openContents } from '../store/content.ts'
import type { Database } from '../store/database/database.ts'
import type { SnapshotContent } from './snapshot-file.ts'

/** A message that exists in only one of the two files, or whose state differs. */
export type ComparedMessage = {
  id: string
  email: string
  subject: string
  before: MessageState | null
  after: MessageState | null
}

/** `name` is the readable name of the entry; `change` is relative to the snapshot. */
export type ComparedEntry = { kind: EntryKind; name: string; change: 'added' | 'removed' | 'changed' }
export type EntryKind =
  'key' | 'domain' | 'template' | 'user' | 'dedicated IP' | 'webhook' | 'blacklist entry' | 'account'

export type SnapshotComparison = {
  isSame: boolean
  messages: { added: number; removed: number; changed: number; first: ComparedMessage[] }
  entries: { count: number; first: ComparedEntry[] }
  clock: { before: number; after: number }
  faults: { before: Fault[]; after: Fault[] }
}

const mostNamed = 100

type Source = { kind: EntryKind; from: string; id: string; name: string; value: string }
/** Leaves out the counts of calls, which change even though the webhook itself stays the same. */
const withoutCounts = "json_remove(body, '$.success', '$.errors', '$.lastCall')"
const sources: readonly Source[] = [
  { kind: 'key', from: 'api_keys', id: 'id', name: "coalesce(nullif(body ->> 'description', ''), id)", value: 'body' },
  { kind: 'domain', from: 'domains', id: 'sending', name: 'sending', value: 'body' },
  { kind: 'template', from: 'templates', id: 'id', name: 'name', value: 'body' },
  { kind: 'user', from: 'users', id: 'id', name: "body ->> 'username'", value: 'body' },
  { kind: 'dedicated IP', from: 'ips', id: 'id', name: "body ->> 'ip'", value: 'body' },
  { kind: 'webhook', from: 'webhooks', id: 'id', name: "coalesce(body ->> 'url', id)", value: withoutCounts },
  {
    kind: 'blacklist entry',
    from: 'blacklists',
    id: "type || ' ' || list || ' ' || email",
    name: 'email',
    value: "reason || ' ' || date",
  },
  {
    kind: 'account',
    from: "settings WHERE name IN ('account', 'sending-configuration', 'credits')",
    id: 'name',
    name: "CASE name WHEN 'account' THEN 'details' ELSE replace(name, '-', ' ') END",
    value: 'value',
  },
]

export function compare(before: SnapshotContent, after: SnapshotContent): SnapshotComparison {
  const database = openContents(before.path, after.path)
  try {
    const messages = compareMessages(database)
    const entries = sources.flatMap((source) => compareTable(database, source))
    const clock = { before: before.header.clock.now, after: after.header.clock.now }
    const faults = { before: before.header.faults, after: after.header.faults }
    const isSame =
      messages.first.length === 0 &&
      entries.length === 0 &&
      JSON.stringify(faults.before) === JSON.stringify(faults.after)
    return { isSame, messages, entries: { count: entries.length, first: entries.slice(0, mostNamed) }, clock, faults }
  } finally {
    database.close()
  }
}

/** Compares the two files attached as `main` and `other`. */
const differing = `
  SELECT a.code, a.email, a.subject, a.state AS before, b.state AS after, a.id FROM main.messages a
    LEFT JOIN other.messages b ON b.id = a.id WHERE b.id IS NULL OR b.code <> a.code OR b.change <> a.change
      OR b.state <> a.state OR b.open <> a.open OR b.click <> a.click
  UNION ALL SELECT b.code, b.email, b.subject, NULL, b.state, b.id FROM other.messages b
    LEFT JOIN main.messages a ON a.id = b.id WHERE a.id IS NULL`

type Row = { code: string; email: string; subject: string; before: number | null; after: number | null }

function compareMessages(database: Database): SnapshotComparison['messages'] {
  const counts = database
    .sql(
      `SELECT count(*) FILTER (WHERE before IS NULL) AS added, count(*) FILTER (WHERE after IS NULL) AS removed,
        count(*) FILTER (WHERE before IS NOT NULL AND after IS NOT NULL) AS changed FROM (${differing})`,
    )
    .get() as Record<'added' | 'removed' | 'changed', number>
  const rows = database.sql(`${differing} ORDER BY 6 DESC LIMIT ${mostNamed}`).all() as unknown as Row[]
  const first = rows.map(({ code: id, email, subject, before, after }) => ({
    id,
    email,
    subject,
    before: before === null ? null : messageStates[before]!,
    after: after === null ? null : messageStates[after]!,
  }))
  return { ...counts, first }
}

function compareTable(database: Database, { kind, from, id, name, value }: Source): ComparedEntry[] {
  const rowsOf = (schema: string): Map<string, { name: string; value: string }> => {
    const rows = database.sql(`SELECT ${id} AS id, ${name} AS name, ${value} AS value FROM ${schema}.${from}`).all()
    return new Map(rows.map((row) => [String(row['id']), { name: String(row['name']), value: String(row['value']) }]))
  }
  const [before, after] = [rowsOf('main'), rowsOf('other')]
  const entries: ComparedEntry[] = []
  for (const [key, row] of before) {
    const other = after.get(key)
    if (other === undefined) entries.push({ kind, name: row.name, change: 'removed' })
    else if (other.value !== row.value) entries.push({ kind, name: other.name, change: 'changed' })
  }
  for (const [key, row] of after) if (!before.has(key)) entries.push({ kind, name: row.name, change: 'added' })
  return entries
}
