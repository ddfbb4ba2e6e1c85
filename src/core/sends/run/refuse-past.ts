import { AppError } from '#shared/contract/base/error.ts'

/** A minute of tolerance, because a time is chosen by the minute. */
export function refusePast(at: number | null, now: number): void {
  if (at === null || at >= now - 60_000) return
  throw new AppError('time-passed', 'That time has passed. Choose a later one, or send it now.')
}
