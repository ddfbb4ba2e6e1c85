import { and, lastUnits, or } from './ast.ts'
import type { Comparison, DateField, FlagField, LastUnit, NumberField, Query, TextField, ValueField } from './ast.ts'
import { fieldKind, similarField, type FieldKind } from './fields.ts'
import { isDate } from './period.ts'
import { isHalfMeta, type Scanned } from './scan.ts'
import { words } from './words.ts'

/** The problem with a term, and how to correct it. */
export type Misread = { message: string; hint: string }
export type ReadTerm = {
  /** The part of the term that can be searched; null if there is none. */
  query: Query | null
  misread: Misread | null
  /** Whether the term is still being typed, so that nothing in it is wrong yet. */
  isUnfinished?: boolean
}

const good = (query: Query): ReadTerm => ({ query, misread: null })
const bad = (message: string, hint: string): ReadTerm => ({ query: null, misread: { message, hint } })
const unfinished = (message: string, hint: string): ReadTerm => ({ ...bad(message, hint), isUnfinished: true })

export function readTerm(term: Scanned): ReadTerm {
  if (term.field === null) return readBare(term)
  const kind = fieldKind(term.field) as FieldKind
  if (kind === 'meta' && term.key === null) {
    return bad('meta needs a metadata key.', 'Write meta.KEY:value, as in meta.order:4711.')
  }
  if (kind !== 'meta' && term.key !== null) return bad(`${term.field} takes no key.`, `Write ${term.field}:value.`)
  if (term.text === '') return unfinished(`${written(term)} has no value.`, example(kind, term.field))
  if (kind === 'text' || kind === 'meta') return readText(term)
  const text = term.text.trim()
  if (kind === 'value') return readValues(term, term.quoted ? [term.text] : text.split(','))
  if (kind === 'flag') return readFlag(term.field as FlagField, text.toLowerCase())
  if (kind === 'number') return readNumber(term.field as NumberField, text.toLowerCase())
  return kind === 'last' ? readLast(text.toLowerCase()) : readDate(term.field as DateField, text)
}

function readBare(term: Scanned): ReadTerm {
  if (!term.quoted && isHalfMeta(term.text)) {
    return unfinished('meta needs a key and a value.', 'Write meta.KEY:value, as in meta.order:4711.')
  }
  const read = readText(term)
  const unknown = term.quoted ? null : /^([a-z]+):./i.exec(term.text)
  if (!unknown || /^https?:/i.test(term.text)) return read
  const name = unknown[1]!
  const meant = similarField(name.toLowerCase())
  const hint = meant ? `Did you mean ${meant}:?` : `To search for this text, put it in quotes: "${term.text}".`
  return { ...read, misread: read.misread ?? { message: `There is no field named ${name}.`, hint } }
}

function readText(term: Scanned): ReadTerm {
  const field = term.field as TextField | 'meta' | null
  if (term.key !== null && term.text === '*' && !term.quoted) return good({ kind: 'has', key: term.key })
  if (words(term.text).length === 0 && !isListedValue(term)) {
    return bad('There is nothing to search for here.', 'Enter at least one letter, digit or symbol.')
  }
  if (term.inside) {
    if (field === 'to' || field === 'from')
      return good({ kind: 'text', field, key: null, text: term.text, mode: 'part' })
    return bad(
      'Only addresses can be searched by part of a word.',
      `Write ${written({ ...term, inside: false })}${term.text}, or to:*${term.text}*.`,
    )
  }
  const mode = term.whole ? 'whole' : term.quoted && !term.star ? 'words' : 'prefix'
  return good({ kind: 'text', field, key: term.key, text: term.text, mode })
}

/** Whether the term is a complete value such as a tag, which may consist of signs that no word contains. */
function isListedValue({ field, whole, text }: Scanned): boolean {
  return whole && text.trim() !== '' && ['tag', 'meta', 'to', 'from'].includes(field ?? '')
}

function readValues(term: Scanned, values: readonly string[]): ReadTerm {
  const field = term.field as ValueField
  // Only a domain has subdomains that could be excluded.
  const whole = term.whole && field === 'domain' ? { whole: true as const } : {}
  const given = values.map((value) => value.trim()).filter((value) => value !== '')
  if (given.length === 0) return bad(`${field}: has no value.`, example('value', field))
  return good(or(given.map((value) => ({ kind: 'value', field, value, ...whole }))))
}

const flagWords: Readonly<Record<string, boolean>> = {
  yes: true,
  true: true,
  1: true,
  no: false,
  false: false,
  0: false,
}

function readFlag(field: FlagField, text: string): ReadTerm {
  const value = flagWords[text]
  return value === undefined
    ? bad(`${field}: must be yes or no.`, `Write ${field}:yes or ${field}:no.`)
    : good({ kind: 'flag', field, value })
}

const units: Readonly<Record<string, number>> = {
  b: 1,
  k: 1024,
  kb: 1024,
  m: 1024 ** 2,
  mb: 1024 ** 2,
  g: 1024 ** 3,
  gb: 1024 ** 3,
}

/** Longer numbers would lose precision, and no message has such a size or count. */
const mostDigits = 15

function readNumber(field: NumberField, text: string): ReadTerm {
  const parts = /^(<=|>=|<|>|=)?(\d+(?:\.\d+)?)([a-z]*)(?:\.\.(\d+(?:\.\d+)?)([a-z]*))?$/.exec(text)
  if (!parts) return notANumber(field)
  if (parts[2]!.length > mostDigits || (parts[4]?.length ?? 0) > mostDigits) {
    return bad(`The number in ${field}: is too large.`, `Write at most ${mostDigits} digits.`)
  }
  const low = amount(field, parts[2]!, parts[3]!)
  if (low === null) return notANumber(field)
  const comparison = (parts[1] ?? '=') as Comparison
  if (parts[4] === undefined) return good({ kind: 'number', field, comparison, value: low })
  const high = amount(field, parts[4], parts[5]!)
  if (high === null || parts[1] !== undefined) return notANumber(field)
  return good(
    and([
      { kind: 'number', field, comparison: '>=', value: low },
      { kind: 'number', field, comparison: '<=', value: high },
    ]),
  )
}

function amount(field: NumberField, digits: string, unit: string): number | null {
  const factor = unit === '' ? 1 : field === 'size' ? units[unit] : undefined
  const value = Math.round(Number(digits) * (factor ?? Number.NaN))
  return Number.isSafeInteger(value) ? value : null
}

function notANumber(field: NumberField): ReadTerm {
  return bad(
    `${field}: needs a number.`,
    field === 'size' ? 'Write size:>1mb or size:10kb..2mb.' : `Write ${field}:>2 or ${field}:1..3.`,
  )
}

const unitNames: Readonly<Record<string, LastUnit>> = {
  minute: 'm',
  min: 'm',
  hour: 'h',
  day: 'd',
  week: 'w',
  month: 'mo',
  year: 'y',
}

/** Rewrites `7days` and `week` as `7d` and `1w`. */
function inUnits(text: string): string {
  const match = /^(\d{0,5})([a-z]{3,7})$/.exec(text)
  const unit = unitNames[match?.[2]!.replace(/s$/, '') ?? '']
  return match && unit ? `${match[1] || 1}${unit}` : text
}

function readLast(written: string): ReadTerm {
  const text = inUnits(written)
  const match = /^(\d{1,5})(mo|[mhdwy])$/.exec(text)
  if (/^\d{6,}(mo|[mhdwy])$/.test(text))
    return bad('The number in last: is too large.', 'Write at most last:99999d, or use a larger unit.')
  if (match && Number(match[1]) === 0) return bad('last: needs a number above 0.', 'Write last:1d or more.')
  if (!match)
    return bad(
      'last: needs a number and a unit.',
      `Write last:7d or last:3mo, for example. The units are ${lastUnits.join(', ')}.`,
    )
  return good({ kind: 'last', amount: Number(match[1]), unit: match[2] as LastUnit })
}

function readDate(field: DateField, text: string): ReadTerm {
  const date = /^(today|yesterday)$/i.test(text) ? text.toLowerCase() : text.replace(/t/, 'T')
  if (isDate(date)) return good({ kind: 'date', field, date })
  return bad(
    `“${text.slice(0, 40)}” is not a date.`,
    `Write ${field}:2026-01-31, ${field}:2026-01, or ${field}:yesterday.`,
  )
}

function written(term: Scanned): string {
  return `${term.field}${term.key === null ? '' : `.${term.key}`}:`
}

function example(kind: FieldKind, field: string): string {
  const examples: Readonly<Record<FieldKind, string>> = {
    text: `${field}:word`,
    value: `${field}:value`,
    flag: `${field}:yes`,
    number: `${field}:>2`,
    date: `${field}:2026-01-31`,
    last: 'last:7d',
    meta: 'meta.order:4711',
  }
  return `Write ${examples[kind]}.`
}
