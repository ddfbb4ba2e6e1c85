import { joinPeriods, missingPeriods, type Horizon, type Period } from '#shared/domain/archive/horizon.ts'
import { withoutAddress } from '#shared/text/without-address.ts'
import type { HorizonChange, ImportResult } from '../../port/archive-port.ts'
import type { Database } from '../file/database.ts'

/** `records`: periods that were read at all; `details`: periods read with metadata, reasons, opens and clicks. */
const coverageKinds = { records: 0, details: 1 } as const
type CoverageKind = keyof typeof coverageKinds

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

export function clipCoverage(database: Database, { from, to }: Period): void {
  for (const kind of ['records', 'details'] as const) {
    const kept = coveredPeriods(database, kind).filter((period) => period.to >= from && period.from <= to)
    const clipped = kept.map((period) => ({ from: Math.max(period.from, from), to: Math.min(period.to, to) }))
    writeCoverage(database, kind, clipped)
  }
}

function writeCoverage(database: Database, kind: CoverageKind, periods: readonly Period[]): void {
  const id = coverageKinds[kind]
  database.run('DELETE FROM coverage WHERE kind = ?', id)
  for (const { from, to } of periods) database.run('INSERT INTO coverage VALUES (?, ?, ?)', id, from, to)
}

export function readHorizon(database: Database): Horizon {
  const covered = coveredPeriods(database, 'records')
  const from = readSetting<number>(database, 'wantedFrom') ?? covered[0]?.from ?? null
  const until = covered.at(-1)?.to ?? null
  const whole = from !== null && until !== null ? { from, to: until } : null
  return {
    completeFrom: whole ? Math.max(whole.from, covered[0]!.from) : null,
    completeUntil: until,
    gaps: whole ? missingPeriods(covered, whole) : [],
    detailGaps: whole ? missingPeriods(coveredPeriods(database, 'details'), whole) : [],
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

/** Import reports contain the names of the user’s files, which may be named after a person. */
export function eraseFromSettings(database: Database, email: string): void {
  for (const { name, value } of database.all('SELECT name, value FROM setting')) {
    const before = String(value)
    const clean = (_key: string, each: unknown) => (typeof each === 'string' ? withoutAddress(each, email) : each)
    const after = JSON.stringify(JSON.parse(before, clean))
    if (after !== before) database.run('UPDATE setting SET value = ? WHERE name = ?', after, String(name))
  }
}

/** Adds to a setting’s counts and keeps everything else in it. */
export function addCounts(database: Database, name: string, counts: ImportResult): void {
  const before = readSetting<Partial<ImportResult>>(database, name) ?? {}
  const names = ['added', 'changed', 'unchanged', 'erased'] as const
  const sums = Object.fromEntries(names.map((count) => [count, (before[count] ?? 0) + counts[count]]))
  writeSetting(database, name, { ...before, ...sums })
}
