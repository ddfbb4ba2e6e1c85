import { isDeepStrictEqual } from 'node:util'
import { missingPeriods, type Horizon, type Period } from '#shared/domain/archive/horizon.ts'
import { withoutAddress } from '#shared/text/without-address.ts'
import type { ImportResult, SettingEntries } from '../port/archive-port.ts'

/** `records`: periods that were read at all; `details`: periods read with metadata, reasons, opens and clicks. */
export const coverageKinds = { records: 0, details: 1 } as const
export type CoverageKind = keyof typeof coverageKinds

type Known = Pick<Horizon, 'opensRefreshedUntil' | 'lastSync'> & {
  readonly records: readonly Period[]
  readonly details: readonly Period[]
  /** The archive should extend back to this second; null until this has been chosen for the account. */
  readonly wantedFrom: number | null
}

/** The periods must be in chronological order. */
export function horizonOf({ records, details, wantedFrom, opensRefreshedUntil, lastSync }: Known): Horizon {
  const from = wantedFrom ?? records[0]?.from ?? null
  const until = records.at(-1)?.to ?? null
  const whole = from !== null && until !== null ? { from, to: until } : null
  return {
    completeFrom: whole ? Math.max(whole.from, records[0]!.from) : null,
    completeUntil: until,
    gaps: whole ? missingPeriods(records, whole) : [],
    detailGaps: whole ? missingPeriods(details, whole) : [],
    opensRefreshedUntil,
    lastSync,
  }
}

/** Returns the parts of `periods` that are within another period. */
export function clippedTo({ from, to }: Period, periods: readonly Period[]): Period[] {
  const kept = periods.filter((period) => period.to >= from && period.from <= to)
  return kept.map((period) => ({ from: Math.max(period.from, from), to: Math.min(period.to, to) }))
}

/**
 * Returns a setting’s JSON without this address. Import reports contain names of the user’s files, which may include
 * addresses.
 */
export function settingWithout(email: string, json: string): string {
  const clean = (_key: string, each: unknown) => (typeof each === 'string' ? withoutAddress(each, email) : each)
  return JSON.stringify(JSON.parse(json, clean))
}

/** Merges the new entries into a setting; a null value removes an entry. */
export function withEntries(before: SettingEntries, entries: SettingEntries): SettingEntries {
  return Object.fromEntries(Object.entries({ ...before, ...entries }).filter(([, value]) => value !== null))
}

/** Whether a setting has these entries. A null value is a missing entry. */
export function hasEntries(setting: SettingEntries, expected: SettingEntries): boolean {
  return Object.entries(expected).every(([name, value]) => isDeepStrictEqual(setting[name] ?? null, value))
}

/** Adds counts to a setting and keeps its other entries. */
export function withCounts(before: Partial<ImportResult>, counts: ImportResult): Partial<ImportResult> {
  const names = ['added', 'changed', 'unchanged', 'erased'] as const
  const sums = Object.fromEntries(names.map((count) => [count, (before[count] ?? 0) + counts[count]]))
  return { ...before, ...sums }
}
