import { Cron } from 'croner'
import { AppError } from '#shared/contract/base/error.ts'

const example = '“30 7 * * 1-5” runs at 07:30 from Monday to Friday.'

const fields = [
  { name: 'minute', range: 'Minutes range from 0 to 59' },
  { name: 'hour', range: 'Hours range from 0 to 23' },
  { name: 'day of the month', range: 'Days of the month range from 1 to 31, and L is the last day' },
  { name: 'month', range: 'Months range from 1 to 12 or from JAN to DEC' },
  { name: 'day of the week', range: 'Days of the week range from 0 (Sunday) to 6 or from SUN to SAT' },
] as const

/** Reads a cron pattern. Returns a function that finds the first matching moment after a given one, in milliseconds. */
export function readCron(pattern: string, zone: string): (after: number) => number {
  const parts = pattern.trim().split(/\s+/)
  if (parts.length !== fields.length) throw refused(countSentence(pattern, parts.length))
  const cron = parsed(parts, zone)
  if (cron === null) throw refused(fieldSentence(parts))
  return (after) => {
    const next = cron.nextRun(new Date(after))
    if (next === null)
      throw refused(`No date ever matches “${parts.join(' ')}”, because the day doesn’t exist in these months.`)
    return next.getTime()
  }
}

/** croner is used only for calculation: it sets no timer unless it is given a function to call. */
function parsed(parts: readonly string[], zone: string): Cron | null {
  try {
    return new Cron(parts.join(' '), { timezone: zone, mode: '5-part' })
  } catch {
    return null
  }
}

function countSentence(pattern: string, count: number): string {
  if (pattern.trim() === '') return 'Enter a cron pattern.'
  const all = 'A cron pattern has five fields: minute, hour, day of the month, month and day of the week.'
  return count === fields.length + 1
    ? `${all} This one has six, and seconds are not supported.`
    : `${all} This one has ${count}.`
}

/** Each field is read separately, so that the invalid field can be named. */
function fieldSentence(parts: readonly string[]): string {
  const at = parts.findIndex((_part, own) => parsed(parts.map(onlyAt(own)), 'UTC') === null)
  const field = fields[at]
  if (!field) return `Mailroom can’t read the cron pattern “${parts.join(' ')}”.`
  return `Mailroom can’t read the ${field.name} “${parts[at]!}” in the cron pattern. ${field.range}.`
}

function onlyAt(own: number): (part: string, at: number) => string {
  return (part, at) => (at === own ? part : '*')
}

function refused(sentence: string): AppError {
  return new AppError('invalid-input', `${sentence} For example, ${example}`)
}
