import type { AlertCondition, AlertRule, Judged } from '../../contract/alerts.ts'
import { noVerdicts } from '../../contract/base/alerts-limits.ts'
import type { Counters } from '../../contract/statistics.ts'
import type { Horizon } from '../archive/horizon.ts'
import { sumOf } from '../statistics/counters.ts'
import { limitTolerance } from '../statistics/decimals-beside.ts'
import { rateOf, type FigureValue } from '../statistics/figures.ts'
import { shapeOf, startOfBucket } from './buckets.ts'
import { isWorseBelow, valueOf } from './measures.ts'

export type NoVerdict = (typeof noVerdicts)[number]

/**
 * `between`: the window is neither bad enough to fire the alert nor good enough to end it. If there is no verdict, the
 * alert doesn’t change either.
 */
export type Verdict = 'fires' | 'between' | 'calm' | NoVerdict

export type JudgedWindow = { readonly judged: Judged; readonly verdict: Verdict }

/** The counters of the archive’s messages, bucket by bucket. */
export type Series = {
  /** The first bucket’s number. */
  readonly first: number
  readonly counters: readonly Counters[]
  readonly horizon: Pick<Horizon, 'completeFrom' | 'completeUntil' | 'gaps'>
  /** The second in which the oldest message was created; null without messages. */
  readonly oldest: number | null
}

type JudgedRule = Pick<AlertRule, 'condition' | 'zone'>

/** Judges the windows that end with the buckets from `end` on, oldest first. */
export function judgeWindows(rule: JudgedRule, series: Series, end: number): JudgedWindow[] {
  const { first, counters, horizon } = series
  const { count, baseline } = shapeOf(rule.condition)
  const sum = (from: number, to: number) =>
    valueOf(rule.condition, sumOf(counters.slice(Math.max(0, from - first), Math.max(0, to - first))))
  const windows: JudgedWindow[] = []
  for (let bucket = end; bucket < first + counters.length; bucket++) {
    const [from, after] = [bucket - count + 1, bucket + 1]
    const judged = {
      from: startOfBucket(rule, from),
      to: endOfWindow(rule, horizon, bucket),
      value: sum(from, after),
      before: baseline > 0 ? sum(from - baseline, from) : null,
    }
    const unread = whyUnread(rule, horizon, bucket)
    windows.push({ judged, verdict: unread ?? verdictOf(rule.condition, judged, series.oldest) })
  }
  return windows
}

/** The second after the window that ends with a bucket. */
function endOfWindow(rule: JudgedRule, { completeUntil }: Series['horizon'], bucket: number): number {
  const end = startOfBucket(rule, bucket + 1)
  if (!shapeOf(rule.condition).isAtOnce) return end
  return Math.max(startOfBucket(rule, bucket), Math.min(end, (completeUntil ?? 0) + 1))
}

/** Whether the archive is complete for the window that ends with a bucket. */
export function isRead(rule: JudgedRule, horizon: Series['horizon'], bucket: number): boolean {
  return whyUnread(rule, horizon, bucket) === null
}

/** Why a window, with the days it is compared with, isn’t complete in the archive; null if it is. */
function whyUnread(rule: JudgedRule, horizon: Series['horizon'], bucket: number) {
  const { completeFrom, completeUntil, gaps } = horizon
  const { count, baseline } = shapeOf(rule.condition)
  const [from, to] = [startOfBucket(rule, bucket - count + 1 - baseline), endOfWindow(rule, horizon, bucket)]
  if (completeFrom === null || completeUntil === null || completeUntil < to - 1) return 'incomplete'
  if (completeFrom > from) return 'short'
  return gaps.some((gap) => gap.from < to && gap.to >= from) ? 'gap' : null
}

/** Whether a window has no verdict only because of missing data, which a later sync may supply. */
export function isUnread(verdict: Verdict): boolean {
  return verdict === 'incomplete' || verdict === 'gap' || verdict === 'short'
}

export function isNoVerdict(verdict: Verdict): verdict is NoVerdict {
  return (noVerdicts as readonly Verdict[]).includes(verdict)
}

function verdictOf(condition: AlertCondition, judged: Judged, oldest: number | null): Verdict {
  if (condition.kind === 'silence') {
    if (judged.value.part > 0) return 'calm'
    return oldest !== null && oldest < judged.from ? 'fires' : 'new'
  }
  const beyond = beyondLimit(condition, judged)
  if (beyond === null) return 'volume'
  if (beyond > limitTolerance) return 'fires'
  return beyond + Math.abs(condition.limit - condition.end) > limitTolerance ? 'between' : 'calm'
}

/**
 * Returns by how much a window is beyond its limit. Null if it has too few messages, and for a silence, which has no
 * degrees.
 */
function beyondLimit(condition: AlertCondition, { value, before }: Judged): number | null {
  switch (condition.kind) {
    case 'silence':
      return null
    case 'complaints':
      return value.part - condition.limit
    case 'fall': {
      const [now, then] = [rateOfEnough(value, condition.minimum), rateOfEnough(before, condition.minimum)]
      return now === null || then === null ? null : then - now - condition.limit
    }
    case 'rate': {
      const rate = rateOfEnough(value, condition.minimum)
      return rate === null ? null : (isWorseBelow(condition) ? -1 : 1) * (rate - condition.limit)
    }
  }
}

function rateOfEnough(value: FigureValue | null, minimum: number): number | null {
  return value === null || (value.whole ?? 0) < minimum ? null : rateOf(value)
}

export type AlertChange = { readonly kind: 'fired' | 'ended'; readonly judged: Judged }

/**
 * Returns the changes that a series of windows causes. Once an alert has fired, it must end before it can fire again.
 */
export function changesOf(isFiring: boolean, windows: readonly JudgedWindow[]): AlertChange[] {
  const changes: AlertChange[] = []
  for (const { judged, verdict } of windows) {
    const kind = !isFiring && verdict === 'fires' ? 'fired' : isFiring && verdict === 'calm' ? 'ended' : null
    if (kind === null) continue
    isFiring = kind === 'fired'
    changes.push({ kind, judged })
  }
  return changes
}

/** A period during which a rule fires. */
export type Stretch = {
  readonly fired: Judged
  /** The stretch’s worst window; the first of them if several are equally bad. */
  readonly worst: Judged
  /** The window that ended the stretch; null if the rule still fires. */
  readonly ended: Judged | null
}

/** Finds the periods in which a rule would have fired, oldest first. */
export function stretchesOf(condition: AlertCondition, windows: readonly JudgedWindow[]): Stretch[] {
  const found: { fired: Judged; ended: Judged | null }[] = []
  for (const { kind, judged } of changesOf(false, windows)) {
    if (kind === 'fired') found.push({ fired: judged, ended: null })
    else found.at(-1)!.ended = judged
  }
  const beyond = (judged: Judged) => beyondLimit(condition, judged) ?? 0
  return found.map(({ fired, ended }) => {
    const inside = windows.filter(
      ({ judged: { from }, verdict }) =>
        from >= fired.from && (ended === null || from < ended.from) && !isNoVerdict(verdict),
    )
    const worst = inside.reduce((most, { judged }) => (beyond(judged) > beyond(most) ? judged : most), fired)
    return { fired, worst, ended }
  })
}
