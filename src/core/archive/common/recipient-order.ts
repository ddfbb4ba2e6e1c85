import { fold } from '#shared/domain/query/fold.ts'
import type { RecipientRank } from '#shared/domain/recipients/rank-recipient.ts'

type Ranked = { readonly address: string; readonly rank: RecipientRank }

/**
 * Sorts people for display: first those matched by name, then addresses that begin with the words, then people matched
 * by name and address together, then other addresses. `found` contains the best addresses except those in `named`.
 */
export function recipientsInOrder<Found extends Ranked>(
  { named, mixed }: { readonly named: readonly string[]; readonly mixed: readonly string[] },
  found: readonly Found[],
): (string | Found)[] {
  const best = found.filter(({ rank }) => rank === 0)
  const bestKeys = new Set(best.map(({ address }) => address))
  const mixedKeys = new Set(mixed.map(fold))
  const others = found.filter(({ rank, address }) => rank > 0 && !mixedKeys.has(address))
  return [...named, ...best, ...mixed.filter((email) => !bestKeys.has(fold(email))), ...others]
}
