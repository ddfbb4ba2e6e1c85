import type { ListedValue, ValuesRequest } from '#shared/domain/messages/search.ts'
import { secondsPerDay } from '#shared/domain/base/durations.ts'
import type { StatisticsGroup } from '#shared/contract/statistics.ts'
import { statisticsGroups } from '#shared/contract/base/statistics-limits.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { isListed, listedKinds, listedTexts, mostListed, type ListedKind } from '../../common/listed-values.ts'
import { valueLists } from '../../engine/index/terms.ts'
import { isTermOf } from '../../engine/statistics/written-values.ts'
import type { RunSql } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'
import { cleaned, messageOfRow, recordColumns } from '../record/columns.ts'
import type { Scope } from '../../port/archive-port.ts'
import { groupSums, keptGroupSums, termSums } from '../statistics/group-sums.ts'
import type { MatchScan } from '../statistics/match-scan.ts'
import { wholePeriodOf } from '../statistics/whole-period.ts'
import { writtenNames } from '../statistics/written-names.ts'
import { manyValues } from './many-values.ts'

/** A value in its searchable form; a state in its original spelling. */
type NamedCount = { readonly name: string; readonly messages: number }

/** Values of the entire archive, with a separate entry for each spelling. */
export async function knownValues(
  field: ListedKind,
  { prefix, limit = mostListed }: ValuesRequest,
  run: RunSql,
): Promise<ListedValue[]> {
  const rows = await run(sql`
    SELECT name, messages FROM value
    WHERE kind = ${listedKinds[field]} AND messages > 0 AND name <> '' AND starts_with(folded, ${cleaned(fold(prefix))}::text)
    ORDER BY messages DESC, id LIMIT ${limit}`)
  return rows.map(({ name, messages }) => ({ value: String(name), messages: Number(messages) }))
}

/**
 * Lists the values in a search’s matches, most frequent first, with the number of matches for each value. If there are
 * too many values to count, the newest are listed without counts.
 */
export async function matchingValues(request: ValuesRequest, scope: Scope, scan: MatchScan): Promise<ListedValue[]> {
  const { field, prefix, limit = mostListed, key = null } = request
  const wanted = fold(prefix)
  if (!isListed(field)) {
    const values = await manyValues(field, { key: fold(key ?? ''), prefix: wanted }, scan)
    return spelledValues(field, key, values.slice(0, limit), scan)
  }
  const counts = await countsOf(field, scope, scan)
  const found = counts
    .filter(({ name }) => name !== '' && fold(name).startsWith(wanted))
    .sort((a, b) => b.messages - a.messages || (a.name < b.name ? -1 : 1))
    .slice(0, limit)
  if (field === 'state' || field === 'domain' || field === 'metaKeys') {
    return found.map(({ name, messages }) => ({ value: name, messages }))
  }
  const names = found.map(({ name }) => name)
  const written = await writtenNames(scan.run, listedKinds[field], names)
  return found.map(({ name, messages }) => ({ value: written(name), messages }))
}

async function countsOf(field: ListedKind, scope: Scope, scan: MatchScan): Promise<NamedCount[]> {
  if (field === 'state') return stateCounts(scan)
  const days = wholePeriodOf(scope.query, scope.context, secondsPerDay)
  const sums = isGroup(field)
    ? ((days && (await keptGroupSums(field, days, scan))) ?? (await groupSums(field, scan)))
    : await termSums(valueLists.metaKey, scan)
  return sums.names().map((name) => ({ name, messages: sums.of(name).counters.messages }))
}

function isGroup(field: ListedKind): field is StatisticsGroup {
  return (statisticsGroups as readonly string[]).includes(field)
}

async function stateCounts(scan: MatchScan): Promise<NamedCount[]> {
  const counts = new Map<string, number>()
  const add = (name: string, messages: number): void => void counts.set(name, (counts.get(name) ?? 0) + messages)
  const counted = scan.each(sql`state`, (matches) => sql`SELECT state, count(*) AS messages FROM ${matches} GROUP BY 1`)
  for await (const rows of counted) for (const { state, messages } of rows) add(String(state), Number(messages))
  for (const { lastState } of await scan.odd()) add(cleaned(lastState), 1)
  return [...counts].map(([name, messages]) => ({ name, messages }))
}

/** Replaces each value with the spelling in a message. */
async function spelledValues(
  field: 'to' | 'meta',
  key: string | null,
  values: Awaited<ReturnType<typeof manyValues>>,
  { run }: MatchScan,
): Promise<ListedValue[]> {
  const rows = await run(
    sql`SELECT ${recordColumns} FROM message WHERE row = ANY(${values.map(({ newest }) => newest)}::bigint[])`,
  )
  const messages = new Map(rows.map((row) => [Number(row.row), messageOfRow(row)]))
  const head = field === 'meta' ? `${fold(key ?? '')}=` : ''
  return values.map(({ name, messages: count, newest }) => {
    const message = messages.get(newest)
    const texts = message ? listedTexts(message, field, key) : []
    return { value: texts.find((text) => isTermOf(text, name, head)) ?? name, messages: count }
  })
}
