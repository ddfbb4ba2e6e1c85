/** A moment as shown by a wall clock in a zone: `2026-03-01` and `09:30`, the format of date and time inputs. */
export type WallTime = { readonly date: string; readonly time: string }

const minute = 60_000

export function wallTime(zone: string, at: number): WallTime {
  const [date = '', time = ''] = new Date(at + offsetIn(zone, at)).toISOString().split('T')
  return { date, time: time.slice(0, 5) }
}

/**
 * Returns the moment of a wall-clock time in a zone; null if the texts are not a valid time. If a clock change repeats
 * an hour, the first occurrence is chosen; a time skipped by a clock change moves later by the same amount, as in
 * calendars.
 */
export function momentOf(zone: string, { date, time }: WallTime): number | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || !/^\d\d:\d\d$/.test(time)) return null
  const utc = Date.parse(`${date}T${time}:00Z`)
  if (Number.isNaN(utc)) return null
  const day = 86_400_000
  const offsets = [offsetIn(zone, utc - day), offsetIn(zone, utc + day)]
  const moments = offsets.map((offset) => utc - offset)
  const shown = moments.filter((moment) => moment + offsetIn(zone, moment) === utc)
  return shown.length > 0 ? Math.min(...shown) : utc - offsets[0]!
}

/** How far a zone’s clocks are ahead of UTC, in milliseconds. */
function offsetIn(zone: string, at: number): number {
  const parts = formatOf(zone).formatToParts(at)
  const part = (type: string) => Number(parts.find((candidate) => candidate.type === type)?.value)
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'))
  return shown - Math.floor(at / minute) * minute
}

let format: { readonly zone: string; readonly format: Intl.DateTimeFormat } | null = null

/** Cached, because creating a formatter takes a hundred times as long as using it. */
function formatOf(zone: string): Intl.DateTimeFormat {
  if (format?.zone === zone) return format.format
  const created = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  format = { zone, format: created }
  return created
}
