import { fold } from '#shared/domain/query/fold.ts'
import { mostTerms } from '../../engine/statistics/values/tallies.ts'
import { longestWhole, valueLists } from '../../engine/index/terms.ts'
import type { StoredMessage } from '#shared/domain/messages/record.ts'
import type { ServerRow } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'
import { isStorable } from '../connection/storable.ts'
import { cleaned } from '../record/columns.ts'
import { lexeme } from '../record/lexemes.ts'
import { termsOfRecord } from '../statistics/group-sums.ts'
import type { MatchScan } from '../statistics/match-scan.ts'

export type ManyValue = {
  /** The value in its searchable form: folded and truncated. */
  readonly name: string
  /** Null if not all messages were counted. */
  readonly messages: number | null
  /** The newest row that has the value. */
  readonly newest: number
}

type Given = { readonly key: string; readonly prefix: string }

/** Reading stops after this many messages with values, in which case the values are listed without counts. */
const mostCounted = 2_000_000

/**
 * Counts fields that may have as many values as there are messages. The newest messages are read first. If they already
 * have too many values, only those values are listed, without counts.
 */
export async function manyValues(field: 'to' | 'meta', given: Given, scan: MatchScan): Promise<ManyValue[]> {
  const counts = new Map<string, { messages: number; newest: number }>()
  let read = 0
  const add = (name: string, messages: number, newest: number): void => {
    if (name === '') return
    const known = counts.get(name)
    if (known) {
      known.messages += messages
      known.newest = Math.max(known.newest, newest)
    } else counts.set(name, { messages, newest })
    read += messages
  }
  for (const record of await scan.odd()) for (const name of namesOf(record, field, given)) add(name, 1, record.row)
  for await (const rows of field === 'to' ? recipients(given, scan) : metaValues(given, scan)) {
    for (const { value, messages, newest } of rows) add(String(value), Number(messages), Number(newest))
    if (counts.size > mostTerms || read > mostCounted) return newestFirst(counts)
  }
  return [...counts]
    .map(([name, count]) => ({ name, ...count }))
    .sort((a, b) => b.messages - a.messages || (a.name < b.name ? -1 : 1))
}

function newestFirst(counts: ReadonlyMap<string, { readonly newest: number }>): ManyValue[] {
  return [...counts].map(([name, { newest }]) => ({ name, messages: null, newest })).sort((a, b) => b.newest - a.newest)
}

/** Reading one value more than the limit shows that there are too many. */
function recipients({ prefix }: Given, scan: MatchScan): AsyncGenerator<ServerRow[]> {
  const start = `${cleaned(prefix).replace(/[\\%_]/g, '\\$&')}%`
  return scan.each(
    sql`recipient, row`,
    (matches) => sql`SELECT recipient AS value, count(*) AS messages, max(row) AS newest FROM ${matches}
      WHERE recipient LIKE ${start}::text GROUP BY 1 ORDER BY newest DESC LIMIT ${mostTerms + 1}`,
  )
}

async function* metaValues({ key, prefix }: Given, scan: MatchScan): AsyncGenerator<ServerRow[]> {
  const head = lexeme(valueLists.metaWhole, `${key}=`)
  const start = head + prefix
  if (!isStorable(start)) return
  const terms = `'${start.replaceAll('\\', '\\\\').replaceAll("'", "''")}':*`
  const counted = scan.each(
    sql`row, terms`,
    (matches) => sql`SELECT lexeme, count(*) AS messages, max(row) AS newest FROM ${matches}, unnest(terms)
      WHERE terms @@ ${terms}::tsquery AND starts_with(lexeme, ${start}::text)
      GROUP BY 1 ORDER BY newest DESC LIMIT ${mostTerms + 1}`,
  )
  for await (const rows of counted) {
    yield rows.map((row) => ({ ...row, value: String(row.lexeme).slice(head.length) }))
  }
}

function namesOf(record: StoredMessage, field: 'to' | 'meta', { key, prefix }: Given): Iterable<string> {
  if (field === 'meta') {
    const names = termsOfRecord(record, valueLists.metaWhole, `${key}=`)
    return new Set(names.filter((name) => name.startsWith(prefix)))
  }
  const recipient = fold(record.email).slice(0, longestWhole).toWellFormed()
  return recipient.startsWith(prefix) ? [recipient] : []
}
