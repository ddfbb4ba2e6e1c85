import type { Account, Json, WireRecord } from './account.ts'

export type Counts = Record<string, number>

const afterDelivery = new Set(['delivered', 'unsubscribed', 'complaint'])

/** How much one record adds to each counter, according to the message list. */
export function countsOf({ lastState, open, click }: Pick<WireRecord, 'lastState' | 'open' | 'click'>): Counts {
  return {
    requested: 1,
    delivered: afterDelivery.has(lastState) ? 1 : 0,
    ...(lastState === 'requested' || lastState === 'delivered' ? {} : { [lastState]: 1 }),
    open,
    click,
    opener: open > 0 ? 1 : 0,
    clicker: click > 0 ? 1 : 0,
  }
}

/** Sums the counts by key. An item with several keys counts once for each. Zeros are left out. */
export function sumBy<Item>(
  items: readonly Item[],
  keys: (item: Item) => readonly string[],
  counts: (item: Item) => Counts,
) {
  const sums: Record<string, Counts> = {}
  for (const item of items) {
    for (const key of new Set(keys(item))) {
      const sum = (sums[key] ??= {})
      for (const [name, count] of Object.entries(counts(item))) if (count > 0) sum[name] = (sum[name] ?? 0) + count
    }
  }
  return withoutEmpty(sums)
}

function withoutEmpty(sums: Record<string, Counts>): Record<string, Counts> {
  return Object.fromEntries(Object.entries(sums).filter(([, counts]) => Object.keys(counts).length > 0))
}

/** A response without zeros, and without the `hidden` counters, which cannot be computed from records. */
export function told(answer: unknown, hidden: readonly string[] = ['read']): Record<string, Counts> {
  const entries = Object.entries(answer as Record<string, Counts>).map(([key, counts]) => [
    key,
    Object.fromEntries(Object.entries(counts).filter(([name, count]) => count !== 0 && !hidden.includes(name))),
  ])
  return withoutEmpty(Object.fromEntries(entries) as Record<string, Counts>)
}

export function only(counts: Counts, ...names: readonly string[]): Counts {
  return Object.fromEntries(names.map((name) => [name, counts[name] ?? 0]))
}

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** UTC midnight of a date in the message list, in the form that the keys of daily responses have. */
export function dayOf(date: string): string {
  const at = Date.parse(date.replace('+0000', 'Z'))
  return String((at - (at % 86_400_000)) / 1000)
}

export async function everyRecord(account: Account, filter: Json): Promise<WireRecord[]> {
  const found: WireRecord[] = []
  for (let page = 1; ; page++) {
    const { messages, total } = await account.page({ ...filter, page })
    found.push(...messages)
    if (found.length >= total || messages.length === 0) return found
  }
}
