import { joinPeriods, missingPeriods, type Horizon, type Period } from '#shared/domain/archive/horizon.ts'
import {
  clippedTo,
  coverageKinds,
  horizonOf,
  settingWithout,
  withCounts,
  withEntries,
  hasEntries,
  type CoverageKind,
} from '../../common/coverage-rules.ts'
import type { HorizonChange, ImportResult, SettingEntries } from '../../port/archive-port.ts'
import type { Database } from '../file/database.ts'

function coveredPeriods(database: Database, kind: CoverageKind): Period[] {
  const rows = database.all('SELECT start, stop FROM coverage WHERE kind = ? ORDER BY start', coverageKinds[kind])
  return rows.map(({ start, stop }) => ({ from: Number(start), to: Number(stop) }))
}

export function writeHorizon(database: Database, change: HorizonChange): void {
  cover(database, 'records', change.covered)
  cover(database, 'details', change.detailsCovered)
  const { opensRefreshedUntil, lastSync } = change
  if (opensRefreshedUntil !== undefined) writeSetting(database, 'opensRefreshedUntil', opensRefreshedUntil)
  if (lastSync !== undefined) writeSetting(database, 'lastSync', lastSync)
}

function cover(database: Database, kind: CoverageKind, period: Period | undefined): void {
  if (!period || period.from > period.to) return
  writeCoverage(database, kind, joinPeriods([...coveredPeriods(database, kind), period]))
}

/** Marks periods as no longer covered. */
export function uncover(database: Database, kind: CoverageKind, periods: readonly Period[]): void {
  if (periods.length === 0) return
  const covered = coveredPeriods(database, kind)
  if (covered.length === 0) return
  const removed = joinPeriods(periods)
  const left = covered.flatMap((whole) => missingPeriods(removed, whole))
  writeCoverage(database, kind, left)
}

export function clipCoverage(database: Database, period: Period): void {
  for (const kind of ['records', 'details'] as const) {
    writeCoverage(database, kind, clippedTo(period, coveredPeriods(database, kind)))
  }
}

function writeCoverage(database: Database, kind: CoverageKind, periods: readonly Period[]): void {
  const id = coverageKinds[kind]
  database.run('DELETE FROM coverage WHERE kind = ?', id)
  for (const { from, to } of periods) database.run('INSERT INTO coverage VALUES (?, ?, ?)', id, from, to)
}

export function readHorizon(database: Database): Horizon {
  return horizonOf({
    records: coveredPeriods(database, 'records'),
    details: coveredPeriods(database, 'details'),
    wantedFrom: readSetting<number>(database, 'wantedFrom'),
    opensRefreshedUntil: readSetting<number>(database, 'opensRefreshedUntil'),
    lastSync: readSetting<number>(database, 'lastSync'),
  })
}

export function readSetting<T>(database: Database, name: string): T | null {
  const row = database.get('SELECT value FROM setting WHERE name = ?', name)
  return row ? (JSON.parse(String(row.value)) as T) : null
}

export function writeSetting(database: Database, name: string, value: unknown): void {
  database.run('INSERT OR REPLACE INTO setting VALUES (?, ?)', name, JSON.stringify(value))
}

/** Returns false and changes nothing if the setting does not have the entries in `expected`. */
export function changeSetting(
  database: Database,
  name: string,
  entries: SettingEntries,
  expected: SettingEntries = {},
): boolean {
  const before = readSetting<SettingEntries>(database, name) ?? {}
  if (!hasEntries(before, expected)) return false
  writeSetting(database, name, withEntries(before, entries))
  return true
}

/** Removes the person’s address from all settings, because the file names in import reports may include it. */
export function eraseFromSettings(database: Database, email: string): void {
  for (const { name, value } of database.all('SELECT name, value FROM setting')) {
    const after = settingWithout(email, String(value))
    if (after !== value) database.run('UPDATE setting SET value = ? WHERE name = ?', after, String(name))
  }
}

/** Adds to a setting’s counts and keeps everything else in it. */
export function addCounts(database: Database, name: string, counts: ImportResult): void {
  writeSetting(database, name, withCounts(readSetting<Partial<ImportResult>>(database, name) ?? {}, counts))
}
