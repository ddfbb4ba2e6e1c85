import { joinedSalts, otherSalts, ownSalt, saltSettings, saltsIn } from '../../common/salts.ts'
import type { ErasedList } from '../../port/archive-port.ts'
import type { RunSql } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'
import { insertTombstones } from '../tables/beside-tables.ts'
import { personHash, saltOf } from '../tables/person-hash.ts'
import { SettingTable } from '../tables/setting-table.ts'

/** Which of these addresses belong to erased people, who are stored only as salted hashes of their addresses. */
export async function erasedAmong(run: RunSql, emails: readonly string[]): Promise<Set<string>> {
  const [any] = await run(sql`SELECT EXISTS (SELECT 1 FROM tombstone) AS found`)
  if (any?.found !== true) return new Set()
  const salts = saltsIn([...(await new SettingTable(run).all(saltSettings)).values()])
  const hashed = salts.flatMap((salt) => emails.map((email) => ({ email, hash: personHash(salt, email) })))
  const byHash = Map.groupBy(hashed, ({ hash }) => hash)
  const rows = await run(
    sql`SELECT encode(hash, 'hex') AS hash FROM tombstone WHERE hash = ANY(SELECT decode(each, 'hex') FROM unnest(${[...byHash.keys()]}::text[]) each)`,
  )
  return new Set(rows.flatMap(({ hash }) => (byHash.get(String(hash)) ?? []).map(({ email }) => email)))
}

export async function addTombstone(run: RunSql, email: string, now: number): Promise<void> {
  const hash = personHash(await saltOf(run), email)
  await run(sql`INSERT INTO tombstone VALUES (decode(${hash}, 'hex'), ${now}::bigint) ON CONFLICT DO NOTHING`)
}

/** Also keeps out the people whom another archive erased. */
export async function addErasedList(run: RunSql, { salts, tombstones }: ErasedList): Promise<void> {
  if (tombstones.length === 0) return
  const settings = new SettingTable(run)
  const known = await settings.all(saltSettings)
  const joined = joinedSalts({ own: known.get(ownSalt), others: known.get(otherSalts) }, salts)
  await settings.set(otherSalts, joined)
  await insertTombstones(run, tombstones)
}
