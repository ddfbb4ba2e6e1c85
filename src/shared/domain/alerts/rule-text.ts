import type { AlertCondition, AlertEvent, Judged } from '../../contract/alerts.ts'
import { plural, type NumberFormat } from '../base/plural.ts'
import { rateOf, type FigureValue } from '../statistics/figures.ts'
import { wholeOf, type Measure } from './measures.ts'

const measureNames: Readonly<Record<Measure, string>> = {
  bounces: 'Bounces, hard and soft',
  hard: 'Hard bounces',
  soft: 'Soft bounces',
  complaints: 'Complaints',
  delivered: 'Delivered',
}

/** At most two decimals: a complaint limit is a tenth of a percent. */
function shareText(share: number, formats: NumberFormat): string {
  return `${formats.number(Math.round(share * 10_000) / 100)}%`
}

/** When a rule fires, in as few words as a name has. */
export function shortConditionText(condition: AlertCondition, formats: NumberFormat): string {
  const days = (count: number) => (count === 1 ? 'a day' : plural(formats, count, 'day'))
  switch (condition.kind) {
    case 'silence':
      return `No messages for ${plural(formats, condition.hours, 'hour')}`
    case 'complaints':
      return `More than ${plural(formats, condition.limit, 'complaint')} in ${days(condition.days)}`
    case 'fall': {
      const { provider, limit } = condition
      return `Delivered${toProvider(provider)} fell by more than ${pointsText(limit, formats)} in ${days(condition.days)}`
    }
    case 'rate': {
      const { measure, provider, limit, window } = condition
      const side = measure === 'delivered' ? 'below' : 'over'
      const hours = window.count === 1 ? 'an hour' : plural(formats, window.count, 'hour')
      const time = window.unit === 'day' ? days(window.count) : hours
      return `${measureNames[measure]}${toProvider(provider)} ${side} ${shareText(limit, formats)} in ${time}`
    }
  }
}

/** When a rule fires, without the search and the zone. */
export function conditionText(condition: AlertCondition, formats: NumberFormat): string {
  const short = shortConditionText(condition, formats)
  return 'minimum' in condition ? `${short}, of at least ${plural(formats, condition.minimum, 'message')}` : short
}

function toProvider(provider: { readonly name: string } | null): string {
  return provider ? ` at ${provider.name}` : ''
}

function pointsText(share: number, formats: NumberFormat): string {
  return plural(formats, Math.round(share * 10_000) / 100, 'point')
}

/** What was counted, with both numbers of a rate. */
export function judgedText(condition: AlertCondition, { value, before }: Judged, formats: NumberFormat): string {
  switch (condition.kind) {
    case 'silence':
      return plural(formats, value.part, 'message')
    case 'complaints':
      return plural(formats, value.part, 'complaint')
    case 'fall': {
      const then = before && rateOf(before)
      const now = rateText(value, wholeOf('delivered'), formats)
      return then === null ? now : `${now}, after ${shareText(then, formats)} before`
    }
    case 'rate':
      return rateText(value, wholeOf(condition.measure), formats)
  }
}

function rateText(value: FigureValue, whole: string, formats: NumberFormat): string {
  const rate = rateOf(value)
  const numbers = `${formats.number(value.part)} of ${formats.number(value.whole ?? 0)} ${whole}`
  return rate === null ? numbers : `${shareText(rate, formats)} (${numbers})`
}

export function endedText({ endedBy }: Pick<AlertEvent, 'endedBy'>): string {
  switch (endedBy) {
    case null:
      return 'Ongoing'
    case 'calm':
      return 'Over'
    case 'changed':
      return 'The rule was changed'
    case 'off':
      return 'The rule was switched off'
    case 'removed':
      return 'The rule was removed'
  }
}
