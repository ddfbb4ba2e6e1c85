import { createHash, randomBytes } from 'node:crypto'
import { fold } from '#shared/domain/query/fold.ts'
import type { RunSql } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'
import { SettingTable } from './setting-table.ts'

/** The archive’s salt, chosen the first time that one is needed. */
export async function saltOf(run: RunSql): Promise<string> {
  const known = await knownSalt(run)
  if (known !== null) return known
  const salt = JSON.stringify(randomBytes(16).toString('hex'))
  await run(sql`INSERT INTO setting VALUES ('salt', ${salt}::json) ON CONFLICT DO NOTHING`)
  // Another program may have chosen a salt first.
  return (await knownSalt(run)) ?? ''
}

/** Null if no person has been hashed in this archive. */
export async function knownSalt(run: RunSql): Promise<string | null> {
  const known = await new SettingTable(run).get('salt')
  return typeof known === 'string' ? known : null
}

/** Returns the hash in hexadecimal. */
export function personHash(salt: string, email: string): string {
  return createHash('sha256').update(salt).update(fold(email)).digest('hex')
}
