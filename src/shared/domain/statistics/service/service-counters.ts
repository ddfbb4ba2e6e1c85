import type { Counters } from '../../../contract/statistics.ts'

/** The service’s counters. Counters missing from an operation are 0. */
export type ServiceCounters = Readonly<Partial<Record<ServiceCounter, number>>>

type ServiceCounter = 'requested' | 'delivered' | 'open' | 'click' | 'opener' | 'clicker' | Event | Ended
type Event = 'unsubscribed' | 'complaint'
type Ended = (typeof ended)[number]

/** The counters that have the same name as the last state of the messages that they count. */
const ended = ['scheduled', 'deferred', 'filtered', 'rejected', 'error', 'softbounced', 'hardbounced'] as const

/**
 * Makes the service’s counters comparable with the archive’s, which count each message by its last state. The service
 * counts a delivered message that received a complaint twice, so complaints and unsubscriptions are subtracted from
 * `delivered`. Messages that no counter includes are still in progress.
 */
export function countersOfService(given: ServiceCounters): Counters {
  const { requested, unsubscribed, complaint } = {
    requested: whole(given.requested),
    unsubscribed: whole(given.unsubscribed),
    complaint: whole(given.complaint),
  }
  const states: Record<string, number> = { unsubscribed, complaint }
  states['delivered'] = Math.max(0, whole(given.delivered) - unsubscribed - complaint)
  for (const state of ended) states[state] = whole(given[state])
  const counted = Object.values(states).reduce((sum, count) => sum + count, 0)
  states['requested'] = Math.max(0, requested - counted)
  return {
    messages: requested,
    states: Object.fromEntries(Object.entries(states).filter(([, count]) => count > 0)),
    open: whole(given.open),
    click: whole(given.click),
    opened: whole(given.opener),
    clicked: whole(given.clicker),
  }
}

/** Nobody sends more messages than this, and sums of such numbers are still exact. */
const most = 1e12

/** Returns a whole number, whatever the service wrote. */
export function whole(value: number | null | undefined): number {
  return typeof value === 'number' && value > 0 ? Math.min(Math.round(value), most) : 0
}
