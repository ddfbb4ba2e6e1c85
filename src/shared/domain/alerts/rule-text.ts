import type { AlertCondition, AlertEvent, Judged } from '../../contract/alerts.ts'
import { plural } from '../base/plural.ts'
import { decimalsBeside } from '../statistics/decimals-beside.ts'
import { shortPercent, type Numbers } from '../statistics/figure-text.ts'
import { rateOf, type FigureValue } from '../statistics/figures.ts'
import { wholeOf, type Measure } from './measures.ts'

const measureNames: Readonly<Record<Measure, string>> = {
  bounces: 'Bounces, hard and soft',
  hard: 'Hard bounces',
  soft: 'Soft bounces',
  complaints: 'Complaints',
  delivered: 'Delivered',
}

/** Complaint limits are about a tenth of a percent, so two decimals are enough for most. */
const usualDecimals = 2

/** Returns how many decimals are needed to show a limit without rounding. */
function limitDecimals(limit: number): number {
  return decimalsBeside((round) => [round(limit) - limit], usualDecimals)
}

/** Describes a rule’s condition, short enough for a name. */
export function shortConditionText(condition: AlertCondition, formats: Numbers): string {
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
      return `${measureNames[measure]}${toProvider(provider)} ${side} ${shortPercent(limit, formats, limitDecimals(limit))} in ${time}`
    }
  }
}

/** Describes a rule’s condition, without the rule’s search and zone. */
export function conditionText(condition: AlertCondition, formats: Numbers): string {
  const short = shortConditionText(condition, formats)
  return 'minimum' in condition ? `${short}, with at least ${plural(formats, condition.minimum, 'message')}` : short
}

function toProvider(provider: { readonly name: string } | null): string {
  return provider ? ` at ${provider.name}` : ''
}

function pointsText(share: number, formats: Numbers): string {
  const scale = 10 ** limitDecimals(share)
  return plural(formats, Math.round(share * 100 * scale) / scale, 'point')
}

/** Writes the counted value. For a rate, this includes both of its numbers. */
export function judgedText(condition: AlertCondition, { value, before }: Judged, formats: Numbers): string {
  switch (condition.kind) {
    case 'silence':
      return plural(formats, value.part, 'message')
    case 'complaints':
      return plural(formats, value.part, 'complaint')
    case 'fall': {
      const [then, now] = [before && rateOf(before), rateOf(value)]
      const { limit, end } = condition
      const fallen = (round: Round) => (then === null || now === null ? 0 : round(then) - round(now))
      const decimals = decimalsBeside((round) => [fallen(round) - limit, fallen(round) - end], usualDecimals)
      const text = rateText(value, wholeOf('delivered'), { formats, decimals })
      return then === null ? text : `${text}, previously ${shortPercent(then, formats, decimals)}`
    }
    case 'rate': {
      const rate = rateOf(value) ?? 0
      const { limit, end } = condition
      const decimals = decimalsBeside((round) => [round(rate) - limit, round(rate) - end], usualDecimals)
      return rateText(value, wholeOf(condition.measure), { formats, decimals })
    }
  }
}

type Round = (share: number) => number
type Shown = { readonly formats: Numbers; readonly decimals: number }

function rateText(value: FigureValue, whole: string, { formats, decimals }: Shown): string {
  const rate = rateOf(value)
  const numbers = `${formats.number(value.part)} of ${formats.number(value.whole ?? 0)} ${whole}`
  return rate === null ? numbers : `${shortPercent(rate, formats, decimals)} (${numbers})`
}

export function endedText({ endedBy }: Pick<AlertEvent, 'endedBy'>): string {
  switch (endedBy) {
    case null:
      return 'Ongoing'
    case 'calm':
      return 'Ended'
    case 'changed':
      return 'The rule was changed'
    case 'off':
      return 'The rule was turned off'
    case 'removed':
      return 'The rule was removed'
  }
}
