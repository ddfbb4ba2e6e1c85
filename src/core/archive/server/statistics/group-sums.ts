import { metaPairs } from '#shared/domain/messages/matches.ts'
import { recipientDomain, type Message } from '#shared/domain/messages/record.ts'
import { fold } from '#shared/domain/query/fold.ts'
import type { StatisticsGroup } from '#shared/contract/statistics.ts'
import { hasMostlySingles, mostSingles, tooManyValues } from '../../common/largest-values.ts'
import { eachTerm, longestWhole, type ValueList } from '../../engine/index/terms.ts'
import { isTermOf } from '../../engine/statistics/written-values.ts'
import { valueKinds } from '../../common/value-kinds.ts'
import { sql, type Sql } from '../connection/sql.ts'
import { cleaned, messageOfRow, recordColumns } from '../record/columns.ts'
import { lexeme } from '../record/lexemes.ts'
import { countedColumns, keptColumns, lineOfRecord, lineOfRow } from './counted-line.ts'
import type { MatchScan } from './match-scan.ts'
import { ValueSums } from './value-sums.ts'
import type { WholePeriod } from './whole-period.ts'

type Group = {
  readonly column: Sql
  readonly values: (column: unknown) => readonly string[]
  readonly ofRecord: (record: Message) => readonly string[]
}

const groups: Record<StatisticsGroup, Group> = {
  from: {
    column: sql`sender`,
    values: (column) => [cut(String(column))],
    ofRecord: ({ from }) => [cut(from)],
  },
  key: {
    column: sql`api_key`,
    values: (column) => [cleaned(fold(String(column)))],
    ofRecord: ({ apiKey }) => [cleaned(fold(apiKey))],
  },
  tag: {
    column: sql`tags`,
    values: (column) => distinct((column as string[]).map(cut)),
    ofRecord: ({ tags }) => distinct(tags.map(cut)),
  },
  domain: {
    column: sql`split_part(email, '@', -1)`,
    values: (column) => [fold(recipientDomain(String(column)))],
    ofRecord: ({ email }) => [cleaned(fold(recipientDomain(email)))],
  },
}

const keptKinds = { from: valueKinds.from, key: valueKinds.key, domain: valueKinds.domain } as const

/** The server groups by exact spelling; spellings of the same value are then combined here. */
export async function groupSums(group: StatisticsGroup, scan: MatchScan): Promise<ValueSums> {
  const { column, values, ofRecord } = groups[group]
  const sums = new ValueSums()
  const columns = sql`${column} AS value, state, opens, clicks`
  const counted = scan.each(columns, (matches) => sql`SELECT value, ${countedColumns} FROM ${matches} GROUP BY 1, 2`)
  for await (const rows of counted) {
    for (const row of rows) for (const value of values(row.value)) sums.add(value, lineOfRow(row))
  }
  for (const record of await scan.odd()) {
    for (const value of ofRecord(record)) sums.add(value, lineOfRecord(record))
  }
  return sums
}

/**
 * Like `groupSums` for whole days, using the counts stored per day. They are added up by number before names are looked
 * up, because grouping by name takes three times as long. Null for tags, which can’t be counted that way: a message may
 * have two spellings of one tag, or no tag.
 */
export async function keptGroupSums(
  group: StatisticsGroup,
  { first, stop }: WholePeriod,
  { run }: MatchScan,
): Promise<ValueSums | null> {
  if (group === 'tag') return null
  const rows = await run(sql`
    SELECT sums.*, own.name AS value, states.name AS state FROM (
      SELECT kept.value AS value_id, kept.state AS state_id, ${keptColumns}
      FROM rollup AS kept JOIN value AS own ON own.id = kept.value
      WHERE own.kind = ${keptKinds[group]} AND kept.day >= ${first}::int AND kept.day < ${stop}::int GROUP BY 1, 2
    ) AS sums JOIN value AS own ON own.id = value_id JOIN value AS states ON states.id = state_id`)
  const sums = new ValueSums()
  for (const row of rows) for (const value of groups[group].values(row.value)) sums.add(value, lineOfRow(row))
  return sums
}

/** Sums by the terms of a list. If `key` is given, only values of this metadata key are counted. */
export async function termSums(list: ValueList, scan: MatchScan, key: string | null = null): Promise<ValueSums> {
  const head = key === null ? '' : `${fold(key)}=`
  const start = lexeme(list, cleaned(head))
  const sums = new ValueSums()
  let looked = mostSingles
  const counted = scan.each(
    sql`row, state, opens, clicks, terms`,
    (matches) => sql`SELECT lexeme, max(row) AS newest, ${countedColumns}
      FROM ${matches} LEFT JOIN LATERAL unnest(terms) AS own ON starts_with(lexeme, ${start}::text) GROUP BY lexeme, state`,
  )
  for await (const rows of counted) {
    for (const row of rows) {
      const value = row.lexeme === null ? '' : String(row.lexeme).slice(start.length)
      sums.add(value, lineOfRow(row), Number(row.newest))
    }
    if (key === null || sums.size <= looked) continue
    looked = sums.size * 1.5
    if (hasMostlySingles(sums.valued())) throw tooManyValues(key)
  }
  for (const record of await scan.odd()) {
    for (const value of distinct(termsOfRecord(record, list, head))) sums.add(value, lineOfRecord(record), record.row)
  }
  if (key !== null && hasMostlySingles(sums.valued())) throw tooManyValues(key)
  return sums
}

/** The values in a record’s terms of this list, without `head`. */
export function termsOfRecord(record: Message, list: ValueList, head: string): string[] {
  const found: string[] = []
  eachTerm(record, (each, value) => {
    if (each === list && value.startsWith(head)) found.push(value.slice(head.length).toWellFormed())
  })
  return found
}

/** For each value of a metadata key, finds the spelling in the newest message. */
export async function spelledMeta(
  key: string,
  newest: ReadonlyMap<string, number>,
  { run }: MatchScan,
): Promise<(value: string) => string> {
  const wanted = fold(key)
  const rows = await run(
    sql`SELECT ${recordColumns} FROM message WHERE row = ANY(${[...new Set(newest.values())]}::bigint[])`,
  )
  const pairs = new Map(
    rows.map((row) => [Number(row.row), metaPairs(messageOfRow(row)).filter((pair) => pair.key === wanted)]),
  )
  return (value) => {
    const found = pairs.get(newest.get(value) ?? -1)?.find((pair) => isTermOf(pair.value, value, `${wanted}=`))
    return found?.value ?? value
  }
}

function cut(text: string): string {
  return cleaned(fold(text).slice(0, longestWhole))
}

function distinct(values: readonly string[]): readonly string[] {
  return values.length === 0 ? [''] : [...new Set(values)]
}
