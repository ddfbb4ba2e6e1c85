import { readDate } from '#shared/domain/base/read-date.ts'
import { count, fields, integer, optionalNumber, optionalText, resource, Unreadable } from './fields.ts'
import type { Reader } from './fields.ts'
import { readItems, readKeyed, understood, type Listed } from './list.ts'

/**
 * The counters in the service’s documentation (2.7): `open` and `click` count events, `opener` and `clicker` unique
 * recipients.
 */
export const readCounters = resource('The counter set', {
  error: count,
  rejected: count,
  requested: count,
  deferred: count,
  scheduled: count,
  filtered: count,
  delivered: count,
  hardbounced: count,
  softbounced: count,
  open: count,
  click: count,
  read: count,
  unsubscribed: count,
  complaint: count,
  opener: count,
  clicker: count,
})

const readActivity = resource('The day', {
  delivered: count,
  open: count,
  click: count,
  unsubscribed: count,
  complaint: count,
  opener: count,
  clicker: count,
})

const readBounces = resource('The day', {
  requested: count,
  hardbounced: count,
  softbounced: count,
})

/**
 * Keys are epoch seconds or ISO dates: midnight UTC of each day. The result is in chronological order, whatever the order
 * of the response.
 */
function readDays<T extends object>(answer: unknown, read: Reader<T>): Listed<T & { date: number }> {
  const days = readKeyed(answer, (key, item) => ({ ...read(item), date: dateKey(key) }))
  days.items.sort((a, b) => a.date - b.date)
  return days
}

function dateKey(key: string): number {
  const time = readDate(key)
  if (time === null) throw new Unreadable(`${JSON.stringify(key.slice(0, 60))} is not a date`)
  return time
}

export const readActivities = (answer: unknown) => readDays(answer, readActivity)
export const readBounceDays = (answer: unknown) => readDays(answer, readBounces)

const readPlatform = resource('The email platform', {
  name: optionalText,
  /** `webmail`, `application` or another type that the service returns. */
  type: optionalText,
  open: { read: integer, absent: 0, also: ['count', 'total'] },
})

/** `month` is the month’s first day; null for totals and for a list without months. */
type EmailPlatform = ReturnType<typeof readPlatform> & { month: number | null }

const platform =
  (month: number | null): Reader<EmailPlatform> =>
  (value) => ({ ...readPlatform(value), month })

/**
 * Reads a response of the endpoints without `/total`: a list, or entries by month. A month has a list, or just the
 * entry if there is only one.
 */
export function readPlatformMonths(answer: unknown): Listed<EmailPlatform> {
  if (Array.isArray(answer) && answer.length > 0) return understood(readItems(answer, platform(null)))
  const months = readKeyed(answer, (key, item) => {
    const month = dateKey(key)
    return readItems(Array.isArray(item) ? item : [item], platform(month))
  })
  const items = months.items.flatMap((month) => month.items).sort((a, b) => (a.month ?? 0) - (b.month ?? 0))
  const problems = [...months.problems, ...months.items.flatMap((month) => month.problems)]
  return understood({ items, problems: problems.map((problem, index) => ({ ...problem, index })) })
}

/**
 * Totals, whose shape the interface leaves open: a list, one entry, or entries by name. Bare numbers by name are not
 * accepted, because `{"code":500}` looks the same.
 */
export function readPlatformTotals(answer: unknown): Listed<EmailPlatform> {
  if (Array.isArray(answer)) return understood(readItems(answer, platform(null)))
  const given = fields(answer)
  const isEntry = ['open', 'Open', 'name', 'Name'].some((name) => name in given && typeof given[name] !== 'object')
  if (isEntry) return understood(readItems([given], platform(null)))
  if (Object.keys(given).length === 0) throw new Unreadable('The email platform has none of the expected fields')
  return readKeyed(given, (key, item) => ({ ...platform(null)(item), name: key }))
}

export const readLink = resource('The link', { click: count, clicker: count })

export const readLocalisation = resource('The place', {
  open: count,
  click: count,
  opener: count,
  clicker: count,
  country: optionalText,
  city: optionalText,
  latitude: optionalNumber,
  longitude: optionalNumber,
})

export const readRecipientDetail = resource('The recipient', {
  requested: count,
  delivered: count,
  open: count,
  click: count,
  unsubscribed: count,
  opener: count,
  clicker: count,
  // Undocumented; null if the service does not count hard and soft bounces here.
  hardbounced: optionalNumber,
  softbounced: optionalNumber,
})
