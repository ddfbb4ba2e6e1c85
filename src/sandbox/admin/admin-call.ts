import { msPerDay } from '#shared/domain/base/durations.ts'
import type { ClockUnit } from '../base/clock.ts'
import type { Control } from '../control/control.ts'
import type { Answer } from '../http/answer.ts'
import { invalid, notFound } from '../http/service-error.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { readInteger, shown } from '../readers/fields.ts'
import type { Forks } from '../snapshots/forks.ts'

export type AdminCall = {
  control: Control
  outbox: Outbox
  forks: Forks
  params: readonly string[]
  query: URLSearchParams
  body: unknown
  /** Aborts when the client disconnects. */
  signal: () => AbortSignal
}
export type AdminHandler = (call: AdminCall) => Answer | Promise<Answer>

export const reading = { strict: false }
const units: readonly ClockUnit[] = ['hour', 'day', 'week']

/** Returns the value. If there is none, throws a refusal that names the id. */
export function known<T>(value: T | undefined, id: string): T {
  if (value === undefined) throw notFound(`Nothing was found with the ID ${shown(id)}.`)
  return value
}

export function readAdvance(value: unknown): ClockUnit | number | undefined {
  const unit = units.find((name) => name === value)
  if (unit !== undefined) return unit
  if (typeof value === 'string' && !/^-?\d+$/.test(value)) {
    throw invalid(`advance must be ${units.join(', ')} or a number of milliseconds, not ${shown(value)}.`)
  }
  return readInteger(value, 'advance', { min: 0, max: 10 * 365 * msPerDay, ...reading })
}
