const iso =
  /^\s*(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?(?:\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?))?\s*$/i
const numeric = /^\s*-?\d{1,16}(?:\.\d+)?\s*$/

/** Seconds up to the year 5138; anything greater can only be milliseconds. */
const greatestSeconds = 1e11
const greatestTime = 8.64e15

/** Epoch milliseconds from every form of the interface: integer, numeric text, ISO with or without zone (none is UTC). */
export function readDate(value: unknown): number | null {
  if (typeof value === 'number') return fromNumber(value)
  if (typeof value !== 'string') return null
  if (numeric.test(value)) return fromNumber(Number(value))
  const parts = iso.exec(value)
  return parts === null ? null : fromParts(parts)
}

function fromNumber(value: number): number | null {
  const time = Math.abs(value) < greatestSeconds ? Math.round(value * 1000) : Math.round(value)
  return Math.abs(time) <= greatestTime ? time : null
}

function fromParts(parts: RegExpExecArray): number | null {
  const year = Number(parts[1])
  const month = Number(parts[2])
  const day = Number(parts[3])
  const hour = Number(parts[4] ?? 0)
  const minute = Number(parts[5] ?? 0)
  const second = Number(parts[6] ?? 0)
  const millisecond = Number((parts[7] ?? '').padEnd(3, '0').slice(0, 3))
  if (month < 1 || month > 12 || day < 1 || hour > 24 || minute > 59 || second > 60) return null
  const start = new Date(0)
  start.setUTCFullYear(year, month - 1, day)
  // The 31st of February rolls over into March: what was no day must not become another one.
  if (start.getUTCMonth() !== month - 1) return null
  const time = start.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 + millisecond
  return time - zoneMinutes(parts[8]) * 60_000
}

function zoneMinutes(zone: string | undefined): number {
  if (zone === undefined || !/^[+-]/.test(zone)) return 0
  const digits = zone.slice(1).replace(':', '')
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2, 4) || 0)
  return zone.startsWith('-') ? -minutes : minutes
}

/** Seconds are all the service knows. */
export function epochSeconds(time: number): number {
  return Math.floor(time / 1000)
}

/** `yyyy-MM-ddTHH:mm:ss` in UTC, without a zone, as the interface writes it. */
export function isoSeconds(time: number): string {
  return new Date(Math.floor(time / 1000) * 1000).toISOString().slice(0, 19)
}
