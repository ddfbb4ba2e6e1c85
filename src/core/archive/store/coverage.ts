import { joinPeriods, missingPeriods, type Horizon, type Period } from '#shared/domain/message/horizon.ts'
import type { Database } from '../database.ts'

/** What a transaction may say about the service's history; it holds only when the transaction does. */
export type HorizonChange = {
  /** Everything created in this period is in the archive now. */
  covered?: Period
  opensRefreshedUntil?: number
  lastSync?: number
}

export function coveredPeriods(database: Database): Period[] {
  const rows = database.all('SELECT start, stop FROM coverage ORDER BY start')
  return rows.map(({ start, stop }) => ({ from: Number(start), to: Number(stop) }))
}

export function writeHorizon(database: Database, { covered, opensRefreshedUntil, lastSync }: HorizonChange): void {
  if (covered && covered.from <= covered.to)
    writeCoverage(database, joinPeriods([...coveredPeriods(database), covered]))
  if (opensRefreshedUntil !== undefined) writeSetting(database, 'opensRefreshedUntil', opensRefreshedUntil)
  if (lastSync !== undefined) writeSetting(database, 'lastSync', lastSync)
}

export function writeCoverage(database: Database, periods: readonly Period[]): void {
  database.run('DELETE FROM coverage')
  for (const { from, to } of periods) database.run('INSERT INTO coverage VALUES (?, ?)', from, to)
}

export function readHorizon(database: Database): Horizon {
  const covered = coveredPeriods(database)
  const first = covered[0]
  const last = covered.at(-1)
  const wanted = readSetting<number>(database, 'wantedFrom')
  const from = wanted === null ? (first?.from ?? null) : wanted
  return {
    completeFrom: first ? Math.max(first.from, from ?? first.from) : null,
    completeUntil: last?.to ?? null,
    gaps: last && from !== null ? missingPeriods(covered, { from, to: last.to }) : [],
    opensRefreshedUntil: readSetting<number>(database, 'opensRefreshedUntil'),
    lastSync: readSetting<number>(database, 'lastSync'),
  }
}

export function readSetting<T>(database: Database, name: string): T | null {
  const row = database.get('SELECT value FROM setting WHERE name = ?', name)
  return row ? (JSON.parse(String(row.value)) as T) : null
}

export function writeSetting(database: Database, name: string, value: unknown): void {
  database.run('INSERT OR REPLACE INTO setting VALUES (?, ?)', name, JSON.stringify(value))
}
