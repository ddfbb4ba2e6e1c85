import type { Blacklist } from '#shared/contract/blacklists.ts'

type Read = Pick<Blacklist, 'isWhole' | 'count'>

/** Whether anything about the list is known: an empty list that was read is known to be empty. */
export function wasRead({ isWhole, count }: Read): boolean {
  return isWhole || count > 0
}

/** The number of addresses; null for a list that was never read, undefined before anything is known about it. */
export function countOf(list: Read | undefined): number | null | undefined {
  return list && (wasRead(list) ? list.count : null)
}
