import { fields, Unreadable, type Fields, type Reader } from './fields.ts'

/** A record that could not be read: the others are used, this one is kept as it came. */
export type Problem = { index: number; reason: string; raw: unknown }

export type Listed<T> = { items: T[]; problems: Problem[] }

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

/** A list answer: an array, or an array under one of the names services wrap it in. */
export function readList<T>(value: unknown, read: Reader<T>, names: readonly string[]): Listed<T> {
  if (Array.isArray(value)) return understood(readItems(value, read))
  return readItems(wrappedList(fields(value), names), read)
}

/** Null under the name of the list is how some languages write an empty one. */
function wrappedList(answer: Fields, names: readonly string[]): readonly unknown[] {
  for (const name of names) {
    const value = answer[name]
    if (Array.isArray(value)) return value
    if (value === null) return []
  }
  throw new Unreadable('a list was expected')
}

/**
 * One bad entry never hides the others. But entries of which none can be read, without a name around them that says
 * what they are, are another answer: taken for an empty list, "there is no such key" would be claimed of it.
 */
export function understood<T>(listed: Listed<T>): Listed<T> {
  const [first] = listed.problems
  if (first === undefined || listed.items.length > 0) return listed
  throw new Unreadable(
    listed.problems.length === 1 ? first.reason : `none of its entries is readable (${first.reason})`,
  )
}

/** An object whose keys are the names of its entries; with none it is `{}` or `[]`. */
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

/** Problems of an answer that holds secrets: the reason stays, the record does not. */
export function withoutRaw<T>(listed: Listed<T>): Listed<T> {
  return { items: listed.items, problems: listed.problems.map((problem) => ({ ...problem, raw: null })) }
}
