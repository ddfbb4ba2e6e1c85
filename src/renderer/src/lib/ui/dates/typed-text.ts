import { addDays } from '#shared/domain/base/days.ts'

/** How the user types a day and a time. */
export type TypedFormats = { readonly hasTwelveHours: boolean; dayDigits(day: string): string }
export type TypedKind = 'date' | 'time'

/** The part of a text that the arrow keys change: the number at the caret. */
type Part = 'year' | 'month' | 'day' | 'hour' | 'minute'

const sampleDay = '2001-02-03'
const minutesPerDay = 24 * 60
const timeOrder: readonly Part[] = ['hour', 'minute']

/** Returns the value as the user would type it. `value` is `2026-11-27` or `14:30`, or empty. */
export function writtenText(kind: TypedKind, value: string, formats: TypedFormats): string {
  if (value === '') return ''
  if (kind === 'date') return formats.dayDigits(value)
  if (!formats.hasTwelveHours) return value
  const hour = Number(value.slice(0, 2))
  return `${hour % 12 || 12}:${value.slice(3)} ${hour < 12 ? 'AM' : 'PM'}`
}

/**
 * Returns the value of typed text, which is empty if the text is not a valid day or time. ISO dates and 24-hour times
 * are always accepted.
 */
export function readTyped(kind: TypedKind, text: string, formats: TypedFormats): string {
  return kind === 'date' ? readDay(text, formats) : readTime(text)
}

function readDay(text: string, formats: TypedFormats): string {
  const numbers = numbersIn(text).map(({ digits }) => digits)
  if (numbers.length !== 3) return ''
  const order = typedOrder(text, formats)
  const part = (name: Part) => numbers[order.indexOf(name)]!
  const year = part('year').length === 2 ? `20${part('year')}` : part('year')
  const day = `${year}-${part('month').padStart(2, '0')}-${part('day').padStart(2, '0')}`
  return /^[1-9]\d{3}-\d\d-\d\d$/.test(day) && isDay(day) ? day : ''
}

function readTime(text: string): string {
  const plain = text.toLowerCase().replace(/\s/g, '').replace('a.m.', 'am').replace('p.m.', 'pm')
  const [, hours, minutes = '00', half] = /^(\d{1,2})(?:[:.]?(\d\d))?(am?|pm?)?$/.exec(plain) ?? []
  if (hours === undefined) return ''
  const isRightHour = half === undefined ? Number(hours) < 24 : Number(hours) >= 1 && Number(hours) <= 12
  if (!isRightHour || Number(minutes) > 59) return ''
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.startsWith('p') ? 12 : 0)
  return `${String(hour).padStart(2, '0')}:${minutes}`
}

/** Returns an example of valid text, in the user’s format. */
export function exampleOf(kind: TypedKind, formats: TypedFormats): string {
  return writtenText(kind, kind === 'date' ? '2026-12-31' : '14:30', formats)
}

/**
 * Returns the value after an arrow key, which increments or decrements the number at the caret, and the range of that
 * number in the new text.
 */
export function stepped(
  kind: TypedKind,
  { value, text, caret }: { readonly value: string; readonly text: string; readonly caret: number },
  { by, formats }: { readonly by: 1 | -1; readonly formats: TypedFormats },
): { readonly value: string; readonly selection: readonly [number, number] } {
  const number = Math.max(
    0,
    numbersIn(text).findLastIndex(({ at }) => at <= caret),
  )
  const part = (kind === 'date' ? typedOrder(text, formats) : timeOrder)[number]!
  const next = kind === 'date' ? movedDay(value, part, by) : movedTime(value, part, by)
  const written = kind === 'date' ? dayOrder(formats) : timeOrder
  const { at, digits } = numbersIn(writtenText(kind, next, formats))[written.indexOf(part)]!
  return { value: next, selection: [at, at + digits.length] }
}

function movedDay(day: string, part: Part, by: number): string {
  if (part === 'day') return addDays(day, by)
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const months = year * 12 + month - 1 + by * (part === 'year' ? 12 : 1)
  const first = new Date(Date.UTC(Math.floor(months / 12), months % 12, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return addDays(first.toISOString().slice(0, 10), Math.min(date, last) - 1)
}

function movedTime(time: string, part: Part, by: number): string {
  const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) + by * (part === 'hour' ? 60 : 1)
  const inDay = (minutes + minutesPerDay) % minutesPerDay
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`
}

/** A typed day that begins with four digits is an ISO date, whatever the user’s format. */
function typedOrder(text: string, formats: TypedFormats): readonly Part[] {
  return numbersIn(text)[0]?.digits.length === 4 ? ['year', 'month', 'day'] : dayOrder(formats)
}

function dayOrder(formats: TypedFormats): Part[] {
  const parts: Readonly<Record<string, Part>> = { 2001: 'year', 2: 'month', 3: 'day' }
  return numbersIn(formats.dayDigits(sampleDay)).map(({ digits }) => parts[Number(digits)]!)
}

function numbersIn(text: string): { at: number; digits: string }[] {
  return [...text.matchAll(/\d+/g)].map(({ index, 0: digits }) => ({ at: index, digits }))
}

function isDay(day: string): boolean {
  const at = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
}
