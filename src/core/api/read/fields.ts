import { readDate } from '#shared/domain/base/read-date.ts'

/**
 * States how a value differs from the interface’s documentation. The user sees the message next to the raw record. It
 * has no stack: a file may contain millions of bad records, and a stack for each would cost more than reading them.
 */
export class Unreadable extends Error {
  constructor(message: string) {
    const limit = Error.stackTraceLimit
    Error.stackTraceLimit = 0
    super(message)
    Error.stackTraceLimit = limit
  }
}

export type Fields = Readonly<Record<string, unknown>>

export type Reader<T> = (value: unknown) => T

/** Numbers are accepted as text, because services return ids as text or as numbers. */
export const text: Reader<string> = (value) => {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new Unreadable('text was expected')
}

export const integer: Reader<number> = (value) => {
  if (typeof value === 'number') return value
  if (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value)
  if (typeof value === 'boolean') return value ? 1 : 0
  throw new Unreadable('a number was expected')
}

/** Reads a number or null. Some services write a missing coordinate as an empty string. */
export const maybeNumber: Reader<number | null> = (value) => (value === '' ? null : integer(value))

export const flag: Reader<boolean> = (value) => {
  if (typeof value === 'boolean') return value
  if (value === 1 || value === '1') return true
  if (value === 0 || value === '0' || value === '') return false
  if (typeof value === 'string') {
    const word = value.trim().toLowerCase()
    if (word === 'true' || word === 'yes') return true
    if (word === 'false' || word === 'no') return false
  }
  throw new Unreadable('true or false was expected')
}

export const date: Reader<number | null> = (value) => {
  if (value === '') return null
  const time = readDate(value)
  if (time === null) throw new Unreadable('a date was expected')
  return time
}

const noTexts: readonly string[] = []

/**
 * Reads a list of strings. A single string counts as a list with one entry, a string with commas as several entries,
 * and a number as the string it was before a spreadsheet converted it.
 */
export const texts: Reader<readonly string[]> = (value) => {
  if (Array.isArray(value)) return value.filter((item) => item !== null).map(text)
  if (typeof value === 'number' || typeof value === 'boolean') return [text(value)]
  if (typeof value !== 'string') throw new Unreadable('a list of text values was expected')
  // The list is empty in most records of an export, so they share one empty list.
  if (value === '') return noTexts
  const trimmed = value.trim()
  if (trimmed === '') return []
  if (trimmed.startsWith('[')) {
    try {
      const list: unknown = JSON.parse(trimmed)
      if (Array.isArray(list)) return list.map(text)
    } catch {
      return [value]
    }
  }
  const list: string[] = []
  for (const part of trimmed.split(',')) {
    const word = part.trim()
    if (word !== '') list.push(word)
  }
  return list
}

/** An object. Some languages write an empty object as `[]`. */
export const fields: Reader<Fields> = (value) => {
  if (typeof value !== 'object' || value === null) throw new Unreadable('an object was expected')
  if (!Array.isArray(value)) return value as Fields
  if (value.length === 0) return {}
  throw new Unreadable('an object was expected, not a list')
}

/** Metadata and similar fields: an empty object is the same as none. */
export const freeFields: Reader<Fields | null> = (value) => {
  const read = fields(value)
  return Object.keys(read).length === 0 ? null : read
}

export type Field<T = unknown> = {
  read: Reader<T>
  /** The default for a field that is absent or null. Without a default, the field is required. */
  absent?: T
  /** Other names for the field. Every name matches in any capitalization. */
  also?: readonly string[]
}

export const optionalText: Field<string> = { read: text, absent: '' }
export const optionalDate: Field<number | null> = { read: date, absent: null }
export const optionalNumber: Field<number | null> = { read: maybeNumber, absent: null }
export const count: Field<number> = { read: integer, absent: 0 }

type Shape = Readonly<Record<string, Field>>

/** The type that the fields are read into. `extra` contains fields unknown to this version, unchanged. */
type RecordOf<Given extends Shape> = {
  [Name in keyof Given]: Given[Name] extends Field<infer T> ? T : never
} & { extra: Fields | null }

function repeats({ read }: Field, item: unknown, known: unknown): boolean {
  try {
    return item === null || item === undefined || read(item) === known
  } catch (thrown) {
    if (thrown instanceof Unreadable) return false
    throw thrown
  }
}

/**
 * Builds the reader for one resource. Names match in any capitalization, null counts as absent, and unknown fields are
 * put into `extra`. An object with none of the fields is refused: it is something else, such as an error with status
 * 200, and would be read as all zeros. Only a part of a larger record may have none (`mayBeBare`). No schema library is
 * used, because one that throws takes ten times as long to read a million records.
 */
export function resource<Given extends Shape>(
  name: string,
  shape: Given,
  { mayBeBare = false }: { mayBeBare?: boolean } = {},
): Reader<RecordOf<Given>> {
  type Entry = { name: string; field: Field }
  const entries = Object.entries(shape).map(([key, field]): Entry => ({ name: key, field }))
  const byName = new Map<string, Entry>()
  const byOtherName = new Map<string, Entry>()
  for (const entry of entries) {
    for (const spelling of [entry.name, entry.name.toLowerCase()]) byName.set(spelling, entry)
    for (const spelling of entry.field.also ?? []) byOtherName.set(spelling.toLowerCase(), entry)
  }
  function put(result: Record<string, unknown>, { name: own, field }: Entry, key: string, item: unknown): void {
    try {
      result[own] = field.read(item)
    } catch (thrown) {
      if (thrown instanceof Unreadable) throw new Unreadable(`${name} has no readable ${key} (${thrown.message})`)
      throw thrown
    }
  }
  const blank: Record<string, unknown> = {}
  for (const { name: key, field } of entries) blank[key] = field.absent
  blank.extra = null
  const required = entries.filter(({ field }) => !('absent' in field)).map((entry) => entry.name)

  return (value) => {
    const given = fields(value)
    const result: Record<string, unknown> = { ...blank }
    let extra: Record<string, unknown> | null = null
    let others: string[] | null = null
    let isBare = true
    for (const key of Object.keys(given)) {
      const item = given[key]
      const entry = byName.get(key) ?? byName.get(key.toLowerCase())
      if (entry !== undefined) {
        if (item === null || item === undefined) continue
        put(result, entry, key, item)
        isBare = false
      } else if (byOtherName.has(key.toLowerCase())) {
        others ??= []
        others.push(key)
      } else if (key !== '__proto__') {
        extra ??= {}
        extra[key] = item
      }
    }
    // Another name is used only if the main name is missing. If both are present, the other field either repeats the
    // value or is treated as unknown.
    for (const key of others ?? []) {
      const item = given[key]
      const entry = byOtherName.get(key.toLowerCase())!
      if (result[entry.name] !== blank[entry.name]) {
        if (repeats(entry.field, item, result[entry.name])) continue
        extra ??= {}
        extra[key] = item
      } else if (item !== null && item !== undefined) {
        put(result, entry, key, item)
        isBare = false
      }
    }
    for (const key of required) {
      if (result[key] === undefined) throw new Unreadable(`${name} has no ${key}`)
    }
    if (isBare && !mayBeBare) throw new Unreadable(`${name} has none of the expected fields`)
    result.extra = extra
    return result as RecordOf<Given>
  }
}
