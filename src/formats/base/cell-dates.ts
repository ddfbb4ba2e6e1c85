import type { DateForm } from '#shared/contract/base/export-choices.ts'

type Offset = ((time: number) => number) | undefined

const twoDigits = /* @__PURE__ */ Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0'))

/**
 * The date part is computed once per day, and the time comes from a table: `toISOString` for every cell took a third of
 * the time of a csv export. The local form is `2026-01-31 12:00:00`, because spreadsheet programs recognise a date only
 * without the T and the zone. Times are epoch milliseconds. An invalid time becomes an empty string.
 */
export function createTimeText(offsetMinutes: Offset, form: DateForm): (time: number) => string {
  if (form === 'epoch') return (time) => String(epochSeconds(time) ?? '')
  const isLocal = form === 'local'
  let cachedDay = Number.NaN
  let cachedText = ''
  return (time) => {
    if (Number.isNaN(time)) return ''
    const offset = offsetMinutes?.(time) ?? 0
    const seconds = Math.floor(time / 1000) + offset * 60
    const day = Math.floor(seconds / 86_400)
    if (day !== cachedDay) {
      const shifted = new Date(day * 86_400_000)
      // At the limits of Date, the shifted time can be out of range.
      if (Number.isNaN(shifted.getTime())) return ''
      const iso = shifted.toISOString()
      cachedText = iso.slice(0, iso.indexOf('T')) + (isLocal ? ' ' : 'T')
      cachedDay = day
    }
    const second = seconds - day * 86_400
    const hours = twoDigits[Math.floor(second / 3600)]
    const minutes = twoDigits[Math.floor(second / 60) % 60]
    return `${cachedText}${hours}:${minutes}:${twoDigits[second % 60]}${isLocal ? '' : zoneText(offset)}`
  }
}

/** Null for an invalid date. */
function epochSeconds(time: number): number | null {
  return Number.isNaN(time) ? null : Math.floor(time / 1000)
}

function zoneText(offset: number): string {
  if (offset === 0) return 'Z'
  const minutes = Math.abs(offset)
  return `${offset < 0 ? '-' : '+'}${twoDigits[Math.floor(minutes / 60)]}:${twoDigits[minutes % 60]}`
}

const daysTo1970 = 25_569

/** 1 March 1900: before it, spreadsheets count a leap day that did not exist. */
const firstSafeSerial = 61

/** 1 January 10000: every spreadsheet shows later dates as #####. */
const endOfSerials = 2_958_466

/** A `serial` is displayed as a date, a `plain` value as an ordinary number or text. */
export type SheetDate = { serial: number } | { plain: string | number | null }

/**
 * The value that a spreadsheet stores for a date. A date that spreadsheets cannot display is written as text, including its
 * zone.
 */
export function createSheetDate(offsetMinutes: Offset, form: DateForm): (date: Date) => SheetDate {
  if (form === 'epoch') return (date) => ({ plain: epochSeconds(date.getTime()) })
  const text = createTimeText(offsetMinutes, 'iso')
  return (date) => {
    const serial = form === 'local' ? dateSerial(date, offsetMinutes) : null
    return serial === null ? { plain: text(date.getTime()) || null } : { serial }
  }
}

/**
 * Days since 30 December 1899. Serials have no zone, so the offset is added. Null for a date that spreadsheets cannot
 * display.
 */
function dateSerial(date: Date, offsetMinutes: Offset): number | null {
  const time = date.getTime()
  const seconds = Math.floor(time / 1000) + (offsetMinutes?.(time) ?? 0) * 60
  const serial = seconds / 86_400 + daysTo1970
  return serial >= firstSafeSerial && serial < endOfSerials ? serial : null
}
