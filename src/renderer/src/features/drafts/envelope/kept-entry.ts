import type { Mailbox } from '#shared/contract/base/draft.ts'

/** An entry at its last position. */
export type KeptEntry = Mailbox & { readonly index: number }

/**
 * The current position of an entry, which moves when another window adds or removes entries; null if the entry is gone.
 */
export function currentPlace(kept: KeptEntry | null, entries: readonly Mailbox[]): number | null {
  if (kept === null) return null
  const { address, index } = kept
  const at = entries[index]?.address === address ? index : entries.findLastIndex((entry) => entry.address === address)
  return at < 0 ? null : at
}
