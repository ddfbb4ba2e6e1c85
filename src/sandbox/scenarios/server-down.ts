import { msPerHour, msPerMinute, msPerSecond } from '#shared/domain/base/durations.ts'
import type { PlannedStep } from '../store/index.ts'
import type { Customer } from './people.ts'

/** A message to the domain whose server is down, with the steps that follow. */
type Undelivered = { at: number; customer: Customer; steps: PlannedStep[] }

export const serverDown = { domain: 'uni-nord.example', daysAgo: 4, softly: 12, hard: 46 }
const starts = 15 * msPerHour
const every = 11 * msPerSecond

/**
 * For one afternoon, a university’s server is down while the shop writes to students. The first messages are deferred
 * and then given up. When the domain also disappears from DNS, further messages hard bounce within seconds.
 */
export function whileServerIsDown(day: number, customers: readonly Customer[]): Undelivered[] {
  const students = customers.filter(({ domain }) => domain === serverDown.domain)
  return students.slice(0, serverDown.softly + serverDown.hard).map((customer, number) => {
    const at = day + starts + number * every
    const due = at + 2 * msPerSecond
    const steps: PlannedStep[] =
      number < serverDown.softly
        ? [
            { due, type: 'deferred', reason: '451 4.4.1 no answer from the receiving server' },
            {
              due: due + 2 * msPerMinute,
              type: 'softbounced',
              reason: '451 4.4.1 no answer from the receiving server',
            },
          ]
        : [{ due, type: 'hardbounced', reason: '550 5.1.2 domain not found' }]
    return { at, customer, steps }
  })
}
