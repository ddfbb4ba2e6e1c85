import type { AppInfo } from '../../contract/app.ts'
import type { Settings } from '../../contract/settings.ts'
import type { DateRange } from '../base/days.ts'

/** If no hour format is chosen, the language determines it. */
type DateSettings = Pick<Settings, 'timeZone' | 'dateFormat' | 'language'> & Partial<Pick<Settings, 'hourFormat'>>
type System = Pick<AppInfo, 'systemTimeZone' | 'systemLanguage'>

const elevenMonths = 334 * 86_400_000
const inDigits = { year: 'numeric', month: '2-digit', day: '2-digit' } as const

/**
 * Formats dates and numbers for this user. Intl formatters are slow to create, so a new object is created only when a
 * setting changes, and each of its formatters when it is first used.
 */
export class Formats {
  readonly timeZone: string
  readonly locale: string
  readonly #settings: DateSettings
  readonly #hours: Pick<Intl.DateTimeFormatOptions, 'hourCycle'>
  readonly #dateTime = this.#zoned(() => ({ dateStyle: 'medium', timeStyle: 'medium', ...this.#hours }))
  readonly #dateMinute = this.#zoned(() => ({ dateStyle: 'medium', timeStyle: 'short', ...this.#hours }))
  readonly #day = this.#zoned(() => ({ dateStyle: 'medium' }))
  readonly #zone = this.#zoned(() => ({ timeZoneName: 'short' }))
  readonly #short = this.#zoned(() => ({ month: 'short', day: 'numeric' }))
  readonly #minute = this.#zoned(() => ({ timeStyle: 'short', ...this.#hours }))
  readonly #second = this.#zoned(() => ({ timeStyle: 'medium', ...this.#hours }))
  readonly #clock = this.#utc(() => ({ timeStyle: 'short', ...this.#hours }))
  readonly #hour = this.#utc(() => ({ hour: 'numeric', ...this.#hours }))
  readonly #days = this.#utc(() => ({ dateStyle: 'medium' }))
  readonly #digits = this.#utc(() => ({ calendar: 'gregory', numberingSystem: 'latn', ...inDigits }))
  /** Formats the parts of a date as digits, in the displayed zone. The fixed formats are built from these parts. */
  readonly #parts = once(() => {
    const time = { hourCycle: 'h23', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
    return new Intl.DateTimeFormat('en-GB', { timeZone: this.timeZone, ...inDigits, ...time })
  })
  readonly #number = once(() => new Intl.NumberFormat(this.locale))
  readonly #relative = once(() => new Intl.RelativeTimeFormat(this.locale, { numeric: 'auto' }))

  constructor(settings: DateSettings, system: System) {
    this.#settings = settings
    this.timeZone = usableZone(settings.timeZone === 'system' ? system.systemTimeZone : settings.timeZone)
    this.locale = settings.language === 'system' ? system.systemLanguage : settings.language
    this.#hours = hoursOf(settings)
  }

  /** Whether the reader writes the day in 10/11/2026 first. */
  get dayFirst(): boolean {
    const { dateFormat } = this.#settings
    if (dateFormat !== 'locale') return dateFormat !== 'month-day'
    const parts = new Intl.DateTimeFormat(this.locale, { dateStyle: 'short' }).formatToParts(0).map(({ type }) => type)
    return parts.indexOf('day') < parts.indexOf('month')
  }

  dateTime(milliseconds: number): string {
    if (this.#settings.dateFormat === 'locale') return this.#dateTime().format(milliseconds)
    return `${this.#fixedDay(milliseconds)} ${this.#timeWithSeconds(milliseconds)}`
  }

  /** Includes the zone’s name, for readers elsewhere. The name differs between summer and winter. */
  zonedDateTime(milliseconds: number): string {
    const zone = this.#zone()
      .formatToParts(milliseconds)
      .find(({ type }) => type === 'timeZoneName')?.value
    return `${this.dateTime(milliseconds)} ${zone ?? this.timeZone}`
  }

  /** Formats a time that the user chose. It has no seconds. */
  dateMinute(milliseconds: number): string {
    if (this.#settings.dateFormat === 'locale') return this.#dateMinute().format(milliseconds)
    return `${this.#fixedDay(milliseconds)} ${this.minute(milliseconds)}`
  }

  day(milliseconds: number): string {
    if (this.#settings.dateFormat === 'locale') return this.#day().format(milliseconds)
    return this.#fixedDay(milliseconds)
  }

  /** Formats one or several calendar days, such as `2026-03-01`, which are the same in every zone. */
  days({ from, to }: DateRange): string {
    if (this.#settings.dateFormat !== 'locale') {
      const [first, last] = [from, to].map((day) => this.#writtenDay(day.split('-')))
      return from === to ? first! : `${first} – ${last}`
    }
    return from === to
      ? this.#days().format(Date.parse(from))
      : this.#days().formatRange(Date.parse(from), Date.parse(to))
  }

  /**
   * For tables, which show the complete date on hover. Seconds are always left out. Dates from the current year or the
   * last eleven months have no year, and all others have no time.
   */
  short(milliseconds: number, now: number): string {
    if (this.#settings.dateFormat !== 'locale') return this.dateMinute(milliseconds)
    const isRecent = milliseconds <= now && now - milliseconds < elevenMonths
    const isOfThisYear = this.#partsOf(milliseconds)['year'] === this.#partsOf(now)['year']
    if (!isRecent && !isOfThisYear) return this.day(milliseconds)
    return `${this.#short().format(milliseconds)}, ${this.minute(milliseconds)}`
  }

  /** Formats the time of day, without seconds. */
  minute(milliseconds: number): string {
    return this.#minute().format(milliseconds)
  }

  /** Formats a daily time, such as `07:30`, which belongs to no zone. */
  clock(time: string): string {
    return this.#clock().format(Date.parse(`1970-01-01T${time}Z`))
  }

  /** Whether the reader’s clock has twelve hours, with AM and PM. */
  get hasTwelveHours(): boolean {
    return new Intl.DateTimeFormat(this.locale, { hour: 'numeric', ...this.#hours }).resolvedOptions().hour12 === true
  }

  /** Formats a calendar day in digits, as the reader would type it: `27/11/2026`. */
  dayDigits(day: string): string {
    if (this.#settings.dateFormat !== 'locale') return this.#writtenDay(day.split('-'))
    return this.#digits().format(Date.parse(day))
  }

  /** Only the hour, for a column header: `15` or `3 pm`. */
  hour(hour: number): string {
    const is24 = this.#hour().resolvedOptions().hour12 === false
    return is24 ? String(hour) : this.#hour().format(hour * 3_600_000)
  }

  number(value: number): string {
    return this.#number().format(value)
  }

  bytes(size: number): string {
    const units = ['B', 'KB', 'MB', 'GB', 'TB']
    const step = size > 0 ? Math.min(Math.floor(Math.log10(size) / 3), units.length - 1) : 0
    const scaled = size / 1000 ** step
    return `${this.#number().format(Number(scaled.toFixed(scaled < 10 && step > 0 ? 1 : 0)))} ${units[step]}`
  }

  ago(milliseconds: number, now: number): string {
    const seconds = Math.round((milliseconds - now) / 1000)
    const steps = [
      ['day', 86_400],
      ['hour', 3600],
      ['minute', 60],
    ] as const
    const step = steps.find(([, length]) => Math.abs(seconds) >= length)
    return step
      ? this.#relative().format(Math.round(seconds / step[1]), step[0])
      : this.#relative().format(seconds, 'second')
  }

  #timeWithSeconds(milliseconds: number): string {
    return this.#second().format(milliseconds)
  }

  /**
   * Formats a time of day with milliseconds, for events that follow each other quickly. It uses 24 hours, whatever the
   * settings.
   */
  timeOfDay(milliseconds: number): string {
    const rest = ((Math.floor(milliseconds) % 1000) + 1000) % 1000
    return `${this.#time(milliseconds)}.${String(rest).padStart(3, '0')}`
  }

  #fixedDay(milliseconds: number): string {
    const { year, month, day } = this.#partsOf(milliseconds)
    return this.#writtenDay([year!, month!, day!])
  }

  #writtenDay([year, month, day]: readonly string[]): string {
    if (this.#settings.dateFormat === 'iso') return `${year}-${month}-${day}`
    return this.#settings.dateFormat === 'day-month' ? `${day}/${month}/${year}` : `${month}/${day}/${year}`
  }

  #time(milliseconds: number): string {
    const { hour, minute, second } = this.#partsOf(milliseconds)
    return `${hour}:${minute}:${second}`
  }

  #zoned(options: () => Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
    return once(() => new Intl.DateTimeFormat(this.locale, { timeZone: this.timeZone, ...options() }))
  }

  /** For days and times of day that are the same in every zone. */
  #utc(options: () => Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
    return once(() => new Intl.DateTimeFormat(this.locale, { timeZone: 'UTC', ...options() }))
  }

  #partsOf(milliseconds: number): Record<string, string> {
    return Object.fromEntries(
      this.#parts()
        .formatToParts(milliseconds)
        .map(({ type, value }) => [type, value]),
    )
  }
}

function once<Value>(create: () => Value): () => Value {
  let value: Value | undefined
  return () => (value ??= create())
}

/** The fixed date formats use 24 hours unless the user has chosen differently. */
function hoursOf({ dateFormat, hourFormat = 'locale' }: DateSettings): Pick<Intl.DateTimeFormatOptions, 'hourCycle'> {
  if (hourFormat === 'locale') return dateFormat === 'locale' ? {} : { hourCycle: 'h23' }
  return { hourCycle: hourFormat === '12' ? 'h12' : 'h23' }
}

function usableZone(timeZone: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return timeZone
  } catch {
    // If the system doesn’t know a zone, dates must still be shown.
    return 'UTC'
  }
}
