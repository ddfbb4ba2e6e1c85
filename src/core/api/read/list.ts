import { fields, integer, Unreadable, type Fields, type Reader } from './fields.ts'

/** A record that could not be read, kept as received. The other records are used. */
export type Problem = { index: number; reason: string; raw: unknown }

export type Listed<T> = { items: T[]; problems: Problem[] }

/** `total` counts the matches on all pages; null if the service does not report it. */
export type Counted<T> = Listed<T> & { total: number | null }

export function readTotal(answer: Fields): number | null {
  const total = answer.total ?? answer.Total ?? null
  return total === null ? null : integer(total)
}

export function readItems<T>(values: readonly unknown[], read: Reader<T>): Listed<T> {
  const items: T[] = []
  const problems: Problem[] = []
  values.forEach((raw, index) => {
    try {
      items.push(read(raw))
    } catch (thrown) {
      if (!(thrown instanceof Unreadable)) throw thrown
      problems.push({ index, reason: thrown.message, raw })
    }
  })
  return { items, problems }
}

/** Reads a list: an array, or an array under one of the names that services wrap it in. */
export function readList<T>(value: unknown, read: Reader<T>, names: readonly string[]): Listed<T> {
  if (Array.isArray(value)) return understood(readItems(value, read))
  return readItems(wrappedList(fields(value), names), read)
}

/** Some languages write an empty list as null under its name. */
function wrappedList(answer: Fields, names: readonly string[]): readonly unknown[] {
  for (const name of names) {
    const value = answer[name]
    if (Array.isArray(value)) return value
    if (value === null) return []
  }
  throw new Unreadable('a list was expected')
}

/**
 * One bad entry never hides the others. An unnamed list without any readable entry, though, is assumed to be something
 * else: taken for an empty list, it would wrongly prove that something does not exist.
 */
export function understood<T>(listed: Listed<T>): Listed<T> {
  const [first] = listed.problems
  if (first === undefined || listed.items.length > 0) return listed
  throw new Unreadable(
    listed.problems.length === 1 ? first.reason : `none of its entries is readable (${first.reason})`,
  )
}

/** Reads an object whose keys are the names of its entries; an empty object may be `{}` or `[]`. */
export function readKeyed<T>(value: unknown, read: (key: string, item: unknown) => T): Listed<T> {
  const items: T[] = []
  const problems: Problem[] = []
  Object.entries(fields(value)).forEach(([key, raw], index) => {
    try {
      items.push(read(key, raw))
    } catch (thrown) {
      if (!(thrown instanceof Unreadable)) throw thrown
      problems.push({ index, reason: thrown.message, raw: { [key]: raw } })
    }
  })
  return understood({ items, problems })
}

/** Drops the raw records of problems and keeps their reasons, for responses that contain secrets. */
export function withoutRaw<T>(listed: Listed<T>): Listed<T> {
  return { items: listed.items, problems: listed.problems.map((problem) => ({ ...problem, raw: null })) }
}
