import type { AlertRule, Trial } from '#shared/contract/alerts.ts'
import { tryDays, tryHours } from '#shared/contract/base/alerts-limits.ts'
import { bucketAt, newestBucket, shapeOf, startOfBucket } from '#shared/domain/alerts/buckets.ts'
import {
  isNoVerdict,
  isRead,
  isUnread,
  judgeWindows,
  stretchesOf,
  type JudgedWindow,
} from '#shared/domain/alerts/judge.ts'
import { messagesBehind } from '#shared/domain/alerts/rule-search.ts'
import type { ArchivePort } from '../archive/index.ts'
import { readSeries } from './read-series.ts'

export type Judging = {
  /** Epoch milliseconds by the account’s clock, which may be ahead in a sandbox. */
  readonly now: () => number
  readonly archive: () => Promise<Pick<ArchivePort, 'statistics' | 'horizon' | 'info'>>
}

export type WindowsOfRule = {
  readonly windows: JudgedWindow[]
  /** The bucket that ends the first window. */
  readonly since: number
  readonly domains: string[] | null
}

/** Returns the bucket that ends the first window to judge. `isComplete` returns whether a window has been read. */
type SinceOf = (newest: number, isComplete: (bucket: number) => boolean) => number

/** Judges every window that is complete by now and ends no earlier than the bucket that `sinceOf` returns. */
export async function judgeRule(
  judging: Judging,
  rule: AlertRule,
  { sinceOf, signal }: { sinceOf: SinceOf; signal: AbortSignal },
): Promise<WindowsOfRule> {
  const archive = await judging.archive()
  const [horizon, { oldest }] = await Promise.all([archive.horizon(), archive.info()])
  const { completeFrom, completeUntil, lastSync } = horizon
  const { count, baseline } = shapeOf(rule.condition)
  // The clock of a sandbox that is not running yet is behind its messages, so the last sync’s time is used.
  const now = Math.max(Math.floor(judging.now() / 1000), lastSync ?? 0)
  const newest = newestBucket(rule, now, completeUntil)
  // Windows that begin before the history does are left out, because they would all be incomplete.
  const firstWhole = completeFrom === null ? newest : firstBucketFrom(rule, completeFrom) + count + baseline - 1
  const wanted = sinceOf(newest, (bucket) => isRead(rule, horizon, bucket))
  const since = Math.min(newest, Math.max(wanted, firstWhole))
  const buckets = { first: since - count - baseline + 1, last: newest }
  const { series, domains } = await readSeries({ archive, rule, signal }, buckets, { horizon, oldest })
  return { windows: judgeWindows(rule, series, since), since, domains }
}

/** Tries the rule on recent days, which are judged in the same way as any other day. */
export async function tryRule(judging: Judging, rule: AlertRule, signal: AbortSignal): Promise<Trial> {
  const { count } = shapeOf(rule.condition)
  const sinceOf = (newest: number) => newest - triedBuckets(rule) + 1
  const { windows, since, domains } = await judgeRule(judging, rule, { sinceOf, signal })
  const messages = messagesBehind(rule, domains)
  const incomplete = windows.filter(({ verdict }) => isUnread(verdict)).length
  const tooFew = windows.filter(({ verdict }) => isNoVerdict(verdict)).length - incomplete
  return {
    from: windows[0]?.judged.from ?? startOfBucket(rule, since - count + 1),
    to: windows.at(-1)?.judged.to ?? startOfBucket(rule, since),
    judged: windows.length - incomplete - tooFew,
    incomplete,
    tooFew,
    fired: stretchesOf(rule.condition, windows).map((stretch) => ({ ...stretch, messages })),
  }
}

export function triedBuckets({ condition }: AlertRule): number {
  if (shapeOf(condition).unit === 'day') return tryDays
  return condition.kind === 'silence' ? tryDays * 24 : tryHours
}

function firstBucketFrom(rule: AlertRule, second: number): number {
  const bucket = bucketAt(rule, second)
  return startOfBucket(rule, bucket) < second ? bucket + 1 : bucket
}

/** Everything in a rule that its verdicts depend on. A new name is no reason to judge again. */
export function judgingOf({ zone, search, condition, isOn }: AlertRule): string {
  return JSON.stringify([zone, search, condition, isOn])
}
