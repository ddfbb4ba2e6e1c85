const day = 86_400

/** How far back a first sync may read; `all` begins where the service itself does. */
export const backfillChoices = [
  { value: '7', label: 'The last 7 days' },
  { value: '30', label: 'The last 30 days' },
  { value: '90', label: 'The last 90 days' },
  { value: '365', label: 'The last year' },
  { value: 'all', label: 'Everything the service still has' },
] as const
export type Backfill = (typeof backfillChoices)[number]['value']

/** Ten years: no provider of this kind keeps records longer. */
const everything = 3653

export function backfillFrom(choice: Backfill, now: number): number {
  return Math.max(0, Math.floor(now / 1000) - (choice === 'all' ? everything : Number(choice)) * day)
}

/** The longest choice that a stored second fills: a longer one, when chosen then, reads further back. */
export function backfillOf(from: number | null, now: number): Backfill {
  if (from === null) return '90'
  const days = (Math.floor(now / 1000) - from) / day
  const fits = (value: Backfill) => days >= (value === 'all' ? everything : Number(value))
  return backfillChoices.findLast(({ value }) => fits(value))?.value ?? '7'
}
