import { fold } from '#shared/domain/query/fold.ts'
import { longestWhole } from '../../engine/index/terms.ts'
import type { ValueKind } from '../../common/value-kinds.ts'
import type { RunSql } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'
import { cleaned } from '../record/columns.ts'

/** The index on folded names contains only this many letters of each name. */
const indexedLetters = 64

/** The most frequent spelling of each of these folded values. */
export async function writtenNames(
  run: RunSql,
  kind: ValueKind,
  values: readonly string[],
): Promise<(value: string) => string> {
  const beginnings = [...new Set(values.map((value) => [...value].slice(0, indexedLetters).join('')))]
  const rows = await run(sql`
    SELECT name FROM value WHERE kind = ${kind} AND left(folded, ${indexedLetters}) = ANY(${beginnings}::text[])
    ORDER BY messages, id`)
  const names = new Map<string, string>()
  // Rows are ordered by frequency, so the most frequent spelling is set last.
  for (const { name } of rows) names.set(cleaned(fold(String(name)).slice(0, longestWhole)), String(name))
  return (value) => names.get(value) ?? value
}
