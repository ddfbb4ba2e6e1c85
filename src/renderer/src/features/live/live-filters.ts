import { dateSpan, isDate } from '#shared/domain/query/period.ts'
import { presetRange, type DateRange } from '../../lib/ui/dates/date-presets.ts'

/** The user’s filters: days in the displayed time zone, and the three lists by which the service filters. */
export type LiveFilters = {
  readonly period: DateRange
  readonly senders: readonly string[]
  readonly tags: readonly string[]
  readonly keys: readonly string[]
}

/** Reads the filters from the hash, which may contain anything. An invalid period is replaced by the last seven days. */
export function readFilters(query: URLSearchParams, today: string): LiveFilters {
  const from = query.get('from') ?? ''
  const to = query.get('to') ?? ''
  const period = isDay(from) && isDay(to) && from <= to ? { from, to } : presetRange('last-7-days', today)
  return { period, senders: list(query, 'senders'), tags: list(query, 'tags'), keys: list(query, 'keys') }
}

export function hashOfFilters({ period, senders, tags, keys }: LiveFilters): Record<string, string> {
  return { ...period, senders: joined(senders), tags: joined(tags), keys: joined(keys) }
}

/** Returns the period in seconds, both ends inclusive, as the service expects. */
export function secondsOf({ from, to }: DateRange, zone: string): { from: number; to: number } {
  const context = { now: 0, zone }
  return { from: dateSpan(from, context).from, to: dateSpan(to, context).to - 1 }
}

export function sameFilters(one: LiveFilters, other: LiveFilters): boolean {
  return JSON.stringify(hashOfFilters(one)) === JSON.stringify(hashOfFilters(other))
}

/** Values are separated by commas, semicolons and line breaks; spaces may be part of a tag. */
export function splitValues(text: string): string[] {
  return text
    .split(/[,;\n]+/)
    .map((value) => value.trim())
    .filter(Boolean)
}

// Each value is encoded, so that a comma in it does not split the value.
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
