import type { Timing } from '#shared/contract/base/timing.ts'
import { nextRun, runsOf } from './next-run.ts'
import type { Plan } from './plan.ts'

/** Runs that were not made although their time has passed. */
type Missed = Plan['missed'][number]

type Timed = { readonly timing: Timing; readonly zone: string; readonly due: number }

/** Counting more takes a tenth of a second and says nothing more. */
const mostCounted = 1000
const mostListed = 20

/**
 * The times of a schedule that have passed: when the next one is, and which ones are missed. `isMade`: the newest is run
 * now, so it is not missed.
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

/** Newest first. Runs that follow those of the newest stop are merged with them. */
export function withMissed(listed: readonly Missed[], missed: Missed, { timing, zone }: Timed): Missed[] {
  const [newest, ...older] = listed
  if (newest && nextRun(timing, zone, newest.to) === missed.from) {
    return [{ from: newest.from, to: missed.to, runs: newest.runs + missed.runs }, ...older]
  }
  return [missed, ...listed].slice(0, mostListed)
}
