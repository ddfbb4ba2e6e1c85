import type { RunSql } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'
import { personHash, saltOf } from '../tables/person-hash.ts'

/** Which of these addresses belong to erased people, who are stored only as salted hashes of their addresses. */
export async function erasedAmong(run: RunSql, emails: readonly string[]): Promise<Set<string>> {
  const [any] = await run(sql`SELECT EXISTS (SELECT 1 FROM tombstone) AS found`)
  if (any?.found !== true) return new Set()
  const salt = await saltOf(run)
  const byHash = Map.groupBy(emails, (email) => personHash(salt, email))
  const rows = await run(
    sql`SELECT encode(hash, 'hex') AS hash FROM tombstone WHERE hash = ANY(SELECT decode(each, 'hex') FROM unnest(${[...byHash.keys()]}::text[]) each)`,
  )
  return new Set(rows.flatMap(({ hash }) => byHash.get(String(hash)) ?? []))
}

export async function addTombstone(run: RunSql, email: string, now: number): Promise<void> {
  const hash = personHash(await saltOf(run), email)
  await run(sql`INSERT INTO tombstone VALUES (decode(${hash}, 'hex'), ${now}::bigint) ON CONFLICT DO NOTHING`)
}
