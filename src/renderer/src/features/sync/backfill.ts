const day = 86_400

/** How far back the first sync may read. `all` is as far as the service allows. */
export const backfillChoices = [
  { value: '7', label: 'The last 7 days' },
  { value: '30', label: 'The last 30 days' },
  { value: '90', label: 'The last 90 days' },
  { value: '365', label: 'The last year' },
  { value: 'all', label: 'Everything the service still has' },
] as const
export type Backfill = (typeof backfillChoices)[number]['value']

/** Ten years: no service of this kind keeps records for longer. */
const allDays = 3653

export function backfillFrom(choice: Backfill, now: number): number {
  return Math.max(0, Math.floor(now / 1000) - (choice === 'all' ? allDays : Number(choice)) * day)
}

/** Returns the longest option that the stored start covers; every longer option reads further back. */
export function backfillOf(from: number | null, now: number): Backfill {
  if (from === null) return '90'
  const days = (Math.floor(now / 1000) - from) / day
  const fits = (value: Backfill) => days >= (value === 'all' ? allDays : Number(value))
  return backfillChoices.findLast(({ value }) => fits(value))?.value ?? '7'
}
