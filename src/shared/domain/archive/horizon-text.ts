import type { CommandOutput } from '../../contract/table.ts'

type Horizon = CommandOutput<'archive.info'>['horizon']
type Dates = { dateTime(milliseconds: number): string; day(milliseconds: number): string }

/** Says in a sentence how complete and how fresh the archive is. */
export function horizonText(horizon: Horizon, formats: Dates): string {
  if (horizon.completeUntil === null) return 'Nothing has been read from the service yet.'
  const moment = (second: number) => formats.dateTime(second * 1000)
  const since = horizon.completeFrom === null ? '' : ` from ${formats.day(horizon.completeFrom * 1000)}`
  const opens = horizon.opensRefreshedUntil === null ? '' : ` · opens as of ${moment(horizon.opensRefreshedUntil)}`
  return `Complete${since} to ${moment(horizon.completeUntil)}${gapsText(horizon)}${opens}`
}

/** Says in a short phrase how complete the archive is. `moment` formats a second. */
export function horizonPhrase(horizon: Horizon, moment: (second: number) => string): string {
  if (horizon.completeUntil === null) return 'Nothing read from the service yet'
  return `Archive complete to ${moment(horizon.completeUntil)}${gapsText(horizon)}`
}

function gapsText({ gaps }: Horizon): string {
  if (gaps.length === 0) return ''
  return gaps.length === 1 ? ', with a gap' : `, with ${gaps.length} gaps`
}
