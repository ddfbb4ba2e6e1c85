import { readIsoDate } from '#shared/domain/base/read-date.ts'
import { invalid } from '../http/service-error.ts'
import { shown, type Reading } from './fields.ts'

const documented = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/
/** Stricter than `readIsoDate`: hour 24 and second 60 are refused, and a zone needs minutes. */
const iso =
  /^\d{4}-\d{2}-\d{2}(?:[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?)?\s*(?:Z|[+-][01]\d:?[0-5]\d)?$/i
const lastSecond = 253_402_300_799

/**
 * Reads a date as epoch seconds. The service documents (2.1) integers, numeric strings, and ISO dates without a zone,
 * which are in UTC. Unless reading is strict, other ISO forms are accepted as well.
 */
export function readDate(value: unknown, name: string, { strict }: Reading = { strict: false }): number | undefined {
  if (value === undefined || value === null || (value === '' && !strict)) return undefined
  if (typeof value === 'number') return seconds(value, name)
  if (typeof value !== 'string') throw invalid(`${name} must be epoch seconds or a date such as 2026-01-31T00:00:00.`)
  const text = strict ? value : value.trim()
  if (strict && !/^\d+$/.test(text) && !documented.test(text)) throw invalid(`${name} is not a date: ${shown(text)}.`)
  if (/^\d+$/.test(text)) return seconds(Number(text), name)
  return isoSeconds(text, name)
}

function seconds(value: number, name: string): number {
  if (value > lastSecond && value <= lastSecond * 1000) {
    throw invalid(`${name} must be epoch seconds, but ${value} looks like milliseconds.`)
  }
  if (!Number.isInteger(value) || value < 0 || value > lastSecond) {
    throw invalid(`${name} must be epoch seconds between 0 and ${lastSecond}.`)
  }
  return value
}

function isoSeconds(text: string, name: string): number {
  const time = iso.test(text) ? readIsoDate(text) : null
  if (time === null) throw invalid(`${name} is not a date: ${shown(text)}.`)
  return seconds(Math.floor(time / 1000), name)
}
