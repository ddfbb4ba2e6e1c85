import { AppError } from '#shared/contract/base/error.ts'

/** Allows a minute of tolerance, because times are chosen to the minute. */
export function refusePast(at: number | null, now: number): void {
  if (at === null || at >= now - 60_000) return
  throw new AppError('time-passed', 'That time has passed. Choose a later time, or send the message now.')
}
