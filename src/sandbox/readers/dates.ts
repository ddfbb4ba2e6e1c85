import { invalid } from '../http/service-error.ts'
import { shown, type Reading } from './fields.ts'

const documented = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/
const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?)?\s*(Z|[+-][01]\d:?[0-5]\d)?$/i
const lastSecond = 253_402_300_799

/**
 * Reads every form of interface.md 2.1 as epoch seconds: an integer, numeric text, or ISO without a zone, which is UTC.
 * Liberal reading accepts other ISO forms too.
 */
export function readDate(value: unknown, name: string, { strict }: Reading = { strict: false }): number | undefined {
  if (value === undefined || value === null || (value === '' && !strict)) return undefined
  if (typeof value === 'number') return seconds(value, name)
  if (typeof value !== 'string') throw invalid(`${name} must be epoch seconds or a date like 2026-01-31T00:00:00.`)
  const text = strict ? value : value.trim()
  if (strict && !/^\d+$/.test(text) && !documented.test(text)) throw invalid(`${name} is not a date: ${shown(text)}.`)
  if (/^\d+$/.test(text)) return seconds(Number(text), name)
  return isoSeconds(text, name)
}

function seconds(value: number, name: string): number {
  if (value > lastSecond && value <= lastSecond * 1000) {
    throw invalid(`${name} must be epoch seconds, and ${value} is what a clock counts in milliseconds.`)
  }
  if (!Number.isInteger(value) || value < 0 || value > lastSecond) {
    throw invalid(`${name} must be epoch seconds between 0 and ${lastSecond}.`)
  }
  return value
}

function isoSeconds(text: string, name: string): number {
  const parts = iso.exec(text)
  const refusal = invalid(`${name} is not a date: ${shown(text)}.`)
  if (parts === null) throw refusal
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map((part) => Number(part ?? 0))
  const time = Date.UTC(year!, month! - 1, day, hour, minute, second)
  const read = new Date(time)
  // Date.UTC turns 31 February into a day of March and the year 99 into 1999: both must be refused.
  const isDay = read.getUTCFullYear() === year && read.getUTCMonth() === month! - 1 && read.getUTCDate() === day
  if (!isDay || hour! > 23 || minute! > 59 || second! > 59) throw refusal
  return seconds(time / 1000 - zoneSeconds(parts[7]), name)
}

function zoneSeconds(zone: string | undefined): number {
  if (zone === undefined || zone.toUpperCase() === 'Z') return 0
  const sign = zone.startsWith('-') ? -1 : 1
  return sign * (Number(zone.slice(1, 3)) * 3600 + Number(zone.slice(-2)) * 60)
}
