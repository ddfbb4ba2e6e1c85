import type { CommandOutput } from '../../contract/table.ts'

type Horizon = CommandOutput<'archive.info'>['horizon']
type Dates = { dateTime(milliseconds: number): string; day(milliseconds: number): string }

/** How complete and how fresh the archive is, in one sentence. */
export function horizonText(horizon: Horizon, formats: Dates): string {
  if (horizon.completeUntil === null) return 'Nothing has been read from the service yet.'
  const moment = (second: number) => formats.dateTime(second * 1000)
  const since = horizon.completeFrom === null ? '' : ` from ${formats.day(horizon.completeFrom * 1000)}`
  const gaps = horizon.gaps.length
  const missing = gaps === 0 ? '' : gaps === 1 ? ', with a gap' : `, with ${gaps} gaps`
  const opens = horizon.opensRefreshedUntil === null ? '' : ` · opens as of ${moment(horizon.opensRefreshedUntil)}`
  return `Complete${since} to ${moment(horizon.completeUntil)}${missing}${opens}`
}
