import type { Timing } from '#shared/contract/base/timing.ts'
import { nextRun, runsOf } from './next-run.ts'
import type { Plan } from './plan.ts'

/** Runs that did not take place although their time has passed. */
type Missed = Plan['missed'][number]

type Timed = { readonly timing: Timing; readonly zone: string; readonly due: number }

/** Counting more missed runs would take a tenth of a second without telling the user more. */
const mostCounted = 1000
const mostListed = 20

/**
 * Finds a schedule’s next time and the past times that it missed. If `isMade` is true, the run for the latest past time
 * is made now, so that time does not count as missed.
 */
export function passedRuns(
  { timing, zone, due }: Timed,
  { now, isMade }: { readonly now: number; readonly isMade: boolean },
): { readonly next: number; readonly missed: Missed | null } {
  const after = runsOf(timing, zone)
  let [before, last, next, passed] = [due, due, after(due), 1]
  while (next <= now && passed < mostCounted) {
    before = last
    last = next
    next = after(last)
    passed++
  }
  if (next <= now) {
    before = last = now
    next = after(now)
  }
  const runs = isMade ? passed - 1 : passed
  return { next, missed: runs === 0 ? null : { from: due, to: isMade ? before : last, runs } }
}

/** Adds missed runs to the list, newest first. If they directly follow the newest entry, they are merged with it. */
export function withMissed(listed: readonly Missed[], missed: Missed, { timing, zone }: Timed): Missed[] {
  const [newest, ...older] = listed
  if (newest && nextRun(timing, zone, newest.to) === missed.from) {
    return [{ from: newest.from, to: missed.to, runs: newest.runs + missed.runs }, ...older]
  }
  return [missed, ...listed].slice(0, mostListed)
}
