import { exportEnding, type ExportFormat, type ExportSource } from '../../contract/base/export-choices.ts'
import { cutToBytes, mostNameBytes, safeName } from '../../text/safe-name.ts'
import { utf8Length } from '../../text/utf8-length.ts'
import { wallTimeAt } from '../base/zone-offset.ts'

/** A pattern’s variables, in the order shown to the user. */
export const nameVariables = [
  { text: '{account}', description: 'Account name.' },
  { text: '{source}', description: 'Source of the messages: service, delta or archive.' },
  { text: '{from}', description: 'First day of the period.' },
  { text: '{to}', description: 'Last day of the period.' },
  {
    text: '{date:yyyy-MM-dd HHmm}',
    description: 'Start of the export. Format letters: yyyy, yy, MM, dd, HH, mm and ss.',
  },
  { text: '{index}', description: 'Next free number in the folder; {index:3} writes 001.' },
  { text: '{format}', description: 'File format.' },
] as const

export const defaultNamePattern = '{account} {source} {from} {to} {date:yyyy-MM-dd HHmm}'

export type NameValues = {
  readonly account: string
  readonly source: ExportSource
  /** Null for an export without a period. */
  readonly from: string | null
  readonly to: string | null
  readonly format: ExportFormat
  readonly gzip: boolean
  readonly index: number
  /**
   * When the export started, in milliseconds. If the current time were used instead, the name could change during an
   * export.
   */
  readonly startedAt: number
  readonly zone: string
}

const names = ['account', 'source', 'from', 'to', 'date', 'index', 'format']
const variable = /\{([^{}]*)\}/g
const dateLetters = /yyyy|yy|MM|dd|HH|mm|ss|[A-Za-z]/g
const plainDate = 'yyyy-MM-dd'
const mostDigits = 9

/** Returns a sentence that says why a pattern cannot be filled in, or null if it can. */
export function namePatternProblem(pattern: string): string | null {
  if (pattern.trim() === '') return 'Enter a name for the file.'
  for (const [, inside = ''] of pattern.matchAll(variable)) {
    const { name, detail } = readVariable(inside)
    const problem = names.includes(name) ? detailProblem(name, detail) : unknownVariable(inside)
    if (problem !== null) return problem
  }
  const brace = /[{}]/.exec(pattern.replaceAll(variable, ''))?.[0]
  if (brace === undefined) return null
  return brace === '{' ? 'A { has no } that closes it.' : 'A } has no { that opens it.'
}

function readVariable(inside: string): { name: string; detail: string | null } {
  const colon = inside.indexOf(':')
  return colon === -1
    ? { name: inside, detail: null }
    : { name: inside.slice(0, colon), detail: inside.slice(colon + 1) }
}

function unknownVariable(inside: string): string {
  const list = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names.map((name) => `{${name}}`))
  return `There is no variable named {${inside}}. Use ${list}.`
}

function detailProblem(name: string, detail: string | null): string | null {
  if (detail === null) return null
  if (name === 'index') {
    return /^[1-9]$/.test(detail) ? null : `Enter the number of digits, from {index:1} to {index:${mostDigits}}.`
  }
  if (name !== 'date') return `{${name}} takes no colon. Write {${name}}.`
  const unknown = detail.match(dateLetters)?.find((letters) => !isDatePart(letters) && letters !== 'T')
  if (unknown === undefined) return null
  return `“${unknown}” is not part of a date format. Use yyyy, yy, MM, dd, HH, mm and ss, as in {date:yyyy-MM-dd HHmm}.`
}

function isDatePart(letters: string): boolean {
  return /^(?:yyyy|yy|MM|dd|HH|mm|ss)$/.test(letters)
}

/** Whether the pattern numbers files, so that 1, 2 … are tried until a name is free. */
export function hasIndex(pattern: string): boolean {
  return [...pattern.matchAll(variable)].some(([, inside = '']) => readVariable(inside).name === 'index')
}

/**
 * Fills in a pattern and adds the extension. The name is valid on all systems. Parts that cannot be filled in stay as
 * written.
 */
export function exportFileName(pattern: string, values: NameValues): string {
  const ending = exportEnding(values.format, values.gzip)
  const numbers: string[] = []
  const filled = pattern.replaceAll(indexMark, '-').replaceAll(variable, (whole, inside: string) => {
    const value = valueOf(inside, values) ?? whole
    if (readVariable(inside).name !== 'index') return value.replaceAll(indexMark, '-')
    numbers.push(value)
    return indexMark
  })
  // Joins blanks, because a missing value leaves two in a row.
  const parts = filled.replaceAll(/\s+/g, ' ').split(indexMark)
  return safeName(withNumbers(parts, numbers, mostNameBytes - utf8Length(ending)), ending) || `Export${ending}`
}

/** Not part of any file name. */
const indexMark = '\0'

/** A long name is shortened beside its numbers: without them, all numbers would give the same name. */
function withNumbers(parts: readonly string[], numbers: readonly string[], bytes: number): string {
  const whole = parts.map((part, at) => part + (numbers[at] ?? '')).join('')
  if (utf8Length(whole) <= bytes) return whole
  const digits = numbers.map((number) => Math.max(mostDigits, number.length)).reduce((sum, count) => sum + count, 0)
  let left = Math.max(0, bytes - digits)
  return parts
    .map((part, at) => {
      const kept = numbers.length === 0 ? part : cutToBytes(part, left)
      left -= utf8Length(kept)
      return kept + (numbers[at] ?? '')
    })
    .join('')
}

function valueOf(inside: string, values: NameValues): string | null {
  const { name, detail } = readVariable(inside)
  switch (name) {
    case 'account':
    case 'source':
    case 'format':
      return values[name]
    case 'from':
    case 'to':
      return values[name] ?? ''
    case 'date':
      return dateText(detail ?? plainDate, values)
    case 'index':
      return String(values.index).padStart(Math.min(Number(detail ?? 1) || 1, mostDigits), '0')
    default:
      return null
  }
}

function dateText(format: string, { startedAt, zone }: NameValues): string {
  const second = Math.floor(startedAt / 1000)
  const { year, month, day, hour, minute } = wallTimeAt(second, zone)
  const two = (value: number): string => String(value).padStart(2, '0')
  const parts: Readonly<Record<string, string>> = {
    yyyy: String(year).padStart(4, '0'),
    yy: two(year % 100),
    MM: two(month),
    dd: two(day),
    HH: two(hour),
    mm: two(minute),
    // All zones have offsets in whole minutes.
    ss: two(((second % 60) + 60) % 60),
  }
  return format.replaceAll(dateLetters, (letters) => parts[letters] ?? letters)
}
