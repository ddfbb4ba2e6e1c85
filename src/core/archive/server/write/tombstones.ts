import { createHash, randomBytes } from 'node:crypto'
import { fold } from '#shared/domain/query/fold.ts'
import type { RunSql } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'
import { SettingTable } from '../tables/setting-table.ts'

/** Erased people, stored only as salted hashes of their addresses, so that later syncs leave them out. */
export async function erasedAmong(run: RunSql, emails: readonly string[]): Promise<Set<string>> {
  const [any] = await run(sql`SELECT EXISTS (SELECT 1 FROM tombstone) AS found`)
  if (any?.found !== true) return new Set()
  const salt = await saltOf(run)
  const byHash = Map.groupBy(emails, (email) => hashOf(salt, email))
  const rows = await run(
    sql`SELECT encode(hash, 'hex') AS hash FROM tombstone WHERE hash = ANY(SELECT decode(each, 'hex') FROM unnest(${[...byHash.keys()]}::text[]) each)`,
  )
  return new Set(rows.flatMap(({ hash }) => byHash.get(String(hash)) ?? []))
}

export async function addTombstone(run: RunSql, email: string, now: number): Promise<void> {
  const hash = hashOf(await saltOf(run), email)
  await run(sql`INSERT INTO tombstone VALUES (decode(${hash}, 'hex'), ${now}::bigint) ON CONFLICT DO NOTHING`)
}

async function saltOf(run: RunSql): Promise<string> {
  const settings = new SettingTable(run)
  const known = await settings.get('salt')
  if (typeof known === 'string') return known
  const salt = randomBytes(16).toString('hex')
  await settings.set('salt', salt)
  return salt
}

function hashOf(salt: string, email: string): string {
  return createHash('sha256').update(salt).update(fold(email)).digest('hex')
}
