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

/** A list answer: an array, nothing at all, or an array under one of the names services wrap it in. */
export function readList<T>(value: unknown, read: Reader<T>, names: readonly string[]): Listed<T> {
  if (value === undefined || value === null) return { items: [], problems: [] }
  return readItems(Array.isArray(value) ? value : wrappedList(fields(value), names), read)
}

function wrappedList(answer: Fields, names: readonly string[]): readonly unknown[] {
  for (const name of names) {
    const value = answer[name]
    if (Array.isArray(value)) return value
  }
  if (Object.keys(answer).length === 0) return []
  throw new Unreadable('a list was expected')
}

/** An object whose keys are the names of its entries. */
export function readKeyed<T>(value: unknown, read: (key: string, item: unknown) => T): Listed<T> {
  const items: T[] = []
  const problems: Problem[] = []
  if (value === undefined || value === null) return { items, problems }
  Object.entries(fields(value)).forEach(([key, raw], index) => {
    try {
      items.push(read(key, raw))
    } catch (thrown) {
      if (!(thrown instanceof Unreadable)) throw thrown
      problems.push({ index, reason: thrown.message, raw: { [key]: raw } })
    }
  })
  return { items, problems }
}

/** Problems of an answer that holds secrets: the reason stays, the record does not. */
export function withoutRaw<T>(listed: Listed<T>): Listed<T> {
  return { items: listed.items, problems: listed.problems.map((problem) => ({ ...problem, raw: null })) }
}
