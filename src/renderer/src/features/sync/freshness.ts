import type { Horizon } from '#shared/contract/archive.ts'
import { isBehind } from '#shared/domain/archive/is-behind.ts'
import { plural, type NumberFormat } from '#shared/domain/base/plural.ts'

const hour = 3600
const day = 24 * hour

export type Freshness = { readonly text: string; readonly tone: 'ok' | 'warn' | 'quiet' }
type Sync = {
  readonly running: boolean
  readonly paused: boolean
  /** Whether the last sync failed, or the next will fail because there is no key. */
  readonly failed: boolean
  /** The time between syncs in milliseconds. */
  readonly interval: number
}
type Dates = NumberFormat & { minute(milliseconds: number): string; day(milliseconds: number): string }

/** Describes how fresh and complete the archive is, in a short text for a header. */
export function freshness(horizon: Horizon, sync: Sync, now: number, formats: Dates): Freshness {
  if (sync.running) return { text: 'Syncing…', tone: 'quiet' }
  if (horizon.completeUntil === null) return { text: 'Not synced yet', tone: 'quiet' }
  const missing = horizon.gaps.reduce((sum, gap) => sum + gap.to - gap.from + 1, 0)
  if (missing > 0) return { text: `${lengthOf(missing, formats)} missing`, tone: 'warn' }
  const seconds = horizon.lastSync ?? horizon.completeUntil
  const isOld = now / 1000 - seconds >= day
  const moment = isOld ? formats.day(seconds * 1000) : formats.minute(seconds * 1000)
  if (sync.paused) return { text: `Paused · ${moment}`, tone: 'quiet' }
  if (isBehind(seconds, now, sync.interval) || sync.failed) return { text: `Last synced ${moment}`, tone: 'warn' }
  return { text: `Up to date · ${moment}`, tone: 'ok' }
}

function lengthOf(seconds: number, formats: Dates): string {
  if (seconds >= day) return plural(formats, Math.ceil(seconds / day), 'day')
  return plural(formats, Math.ceil(seconds / hour), 'hour')
}
