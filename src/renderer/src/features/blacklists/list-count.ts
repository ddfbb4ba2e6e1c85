import type { Blacklist } from '#shared/contract/blacklists.ts'

type Read = Pick<Blacklist, 'isWhole' | 'count'>

/** Whether the list was ever read. If it has no entries, only a complete read counts. */
export function wasRead({ isWhole, count }: Read): boolean {
  return isWhole || count > 0
}

/** Returns the number of addresses; null for a list that was never read, undefined while nothing is known about it. */
export function countOf(list: Read | undefined): number | null | undefined {
  return list && (wasRead(list) ? list.count : null)
}
