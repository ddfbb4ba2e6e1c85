import { recipientDomain, type Message } from '#shared/domain/messages/record.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { eachTerm, valueLists, type List } from '../../engine/index/terms.ts'

/**
 * The lists that a server’s archive has in addition to those of the file engine. Numbers are also stored as terms, so
 * that they need no separate index. The recipient’s complete address is not a term, because it has a column.
 */
export const ownLists = { state: 'S', wholeDomain: 'd', opens: 'o', clicks: 'c', size: 'z' } as const
type OwnList = (typeof ownLists)[keyof typeof ownLists]

export function lexeme(list: List | OwnList, value: string | number): string {
  return `${list}${value}`
}

/** This number and all larger ones share one term and are compared by their column. */
export const mostCounted = 10

/** The number in the term for this many opens or clicks. Large counts share one term. */
export function countBucket(count: number): number {
  return Math.min(count, mostCounted)
}

/** Groups sizes into four terms per doubling. */
export function sizeBucket(size: number): number {
  return size < 1 ? 0 : Math.floor(Math.log2(size) * 4) + 1
}

export function lexemesOf(record: Message): Set<string> {
  const found = new Set<string>()
  eachTerm(record, (list, value) => {
    if (list !== valueLists.toWhole) found.add(lexeme(list, value))
  })
  found.add(lexeme(ownLists.state, fold(record.lastState)))
  found.add(lexeme(ownLists.wholeDomain, fold(recipientDomain(record.email))))
  found.add(lexeme(ownLists.opens, countBucket(record.open)))
  found.add(lexeme(ownLists.clicks, countBucket(record.click)))
  found.add(lexeme(ownLists.size, sizeBucket(record.size)))
  return found
}
