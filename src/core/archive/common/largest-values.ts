import { AppError } from '#shared/contract/base/error.ts'

/** A value’s name, and its number within its group. */
export type ValueNumber = { readonly number: number; readonly name: string }

/** Looks up names for only as many values as needed: of fifty thousand domains, only a hundred are listed. */
export function largestValues(messages: Float64Array, limit: number, nameOf: (number: number) => string) {
  const sorted = messages.filter((count) => count > 0).sort()
  const least = sorted[Math.max(0, sorted.length - limit)] ?? 0
  const found: ValueNumber[] = []
  for (let number = 0; number < messages.length; number++)
    if (messages[number]! > 0 && messages[number]! >= least) found.push({ number, name: nameOf(number) })
  found.sort((a, b) => messages[b.number]! - messages[a.number]! || (a.name < b.name ? -1 : 1))
  return { listed: found.slice(0, limit), more: Math.max(0, sorted.length - limit) }
}

/** Up to this many values are kept in memory, even if nearly all are different. */
export const mostSingles = 20_000

/**
 * A key with nearly as many values as messages, such as an order number, is useless for grouping and would only fill
 * the memory. `messages` contains the number of messages with each value; messages without a value are not included.
 */
export function hasMostlySingles(messages: Iterable<number>): boolean {
  let [values, sum] = [0, 0]
  for (const count of messages) {
    if (count > 0) values++
    sum += count
  }
  return values > mostSingles && values * 2 >= sum
}

export function tooManyValues(key: string): AppError {
  return new AppError(
    'too-many-values',
    `Nearly every message has a different value for “${key}”, so there is nothing to count. Choose another key.`,
  )
}
