import { dateSpan, isDate } from '#shared/domain/query/period.ts'
import { presetRange, type DateRange } from '../../lib/ui/dates/date-presets.ts'

/** What the user asks for: days of the shown zone, and the three lists that the service filters by. */
export type LiveFilters = {
  readonly period: DateRange
  readonly senders: readonly string[]
  readonly tags: readonly string[]
  readonly keys: readonly string[]
}

/** From the hash, where anything may stand; what cannot be read falls back to the last seven days and to any. */
export function readFilters(query: URLSearchParams, today: string): LiveFilters {
  const from = query.get('from') ?? ''
  const to = query.get('to') ?? ''
  const period = isDay(from) && isDay(to) && from <= to ? { from, to } : presetRange('last-7-days', today)
  return { period, senders: list(query, 'senders'), tags: list(query, 'tags'), keys: list(query, 'keys') }
}

export function hashOf({ period, senders, tags, keys }: LiveFilters): Record<string, string> {
  return { ...period, senders: joined(senders), tags: joined(tags), keys: joined(keys) }
}

/** Seconds, both ends included, as the service counts. */
export function secondsOf({ from, to }: DateRange, zone: string): { from: number; to: number } {
  const context = { now: 0, zone }
  return { from: dateSpan(from, context).from, to: dateSpan(to, context).to - 1 }
}

export function sameFilters(one: LiveFilters, other: LiveFilters): boolean {
  return JSON.stringify(hashOf(one)) === JSON.stringify(hashOf(other))
}

/** Commas and line breaks part values; a space may belong to a tag. */
export function splitValues(text: string): string[] {
  return text
    .split(/[,;\n]+/)
    .map((value) => value.trim())
    .filter(Boolean)
}

// Encoded once more, so that a comma inside a value does not make two of it.
function joined(values: readonly string[]): string {
  return values.map(encodeURIComponent).join(',')
}

function list(query: URLSearchParams, name: string): string[] {
  const values = (query.get(name) ?? '').split(',').filter(Boolean).map(decode)
  return [...new Set(values)]
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

function isDay(text: string): boolean {
  return text.length === 10 && isDate(text)
}
