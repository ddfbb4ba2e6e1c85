import { perLocale } from '../base/per-locale.ts'
import type { NumberFormat } from '../base/plural.ts'
import { changeIn } from './changes.ts'
import { decimalsBeside, mostDecimals } from './decimals-beside.ts'
import { rateOf, type Figure, type FigureValue } from './figures.ts'

/** Numbers in the reader’s notation. */
export type Numbers = NumberFormat & { readonly locale: string }

/**
 * Formats a share with enough digits to tell small values apart: 0.03% of complaints is not shown as 0%. The digits in
 * a column line up. A share near a limit gets more digits, so that rounding never moves it to the other side of the
 * limit.
 */
export function percent(rate: number, { locale }: Pick<Numbers, 'locale'>, limit: number | null = null): string {
  if (rate === 0 || rate === 1) return percents[0]!(locale).format(rate)
  const usual = Math.abs(rate) < 0.01 ? 2 : 1
  const decimals = limit === null ? usual : decimalsBeside((round) => [round(rate) - limit], usual)
  return percents[decimals]!(locale).format(rate)
}

/** Formats a percentage without trailing zeros, for use in sentences. */
export function shortPercent(rate: number, { locale }: Pick<Numbers, 'locale'>, decimals: number): string {
  return shortPercents[decimals]!(locale).format(rate)
}

const percentsOf = (minimum: (decimals: number) => number) =>
  Array.from({ length: mostDecimals + 1 }, (_, decimals) =>
    perLocale((locale) => {
      const digits = { minimumFractionDigits: minimum(decimals), maximumFractionDigits: decimals }
      return new Intl.NumberFormat(locale, { style: 'percent', ...digits })
    }),
  )
const percents = percentsOf((decimals) => decimals)
const shortPercents = percentsOf(() => 0)

const pointsFormat = perLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }))
const smallPointsFormat = perLocale((locale) => new Intl.NumberFormat(locale, { maximumSignificantDigits: 1 }))

/** A change that would be rounded to zero gets as many digits as it needs. */
function pointsText(points: number, locale: string): string {
  const format = points > 0 && points < 0.005 ? smallPointsFormat : pointsFormat
  return format(locale).format(points)
}

/** Returns a dash if there is no value, because a rate is not zero if there is nothing to divide by. */
export function figureText(
  figure: Pick<Figure, 'whole'> & Partial<Pick<Figure, 'limit'>>,
  value: FigureValue,
  formats: Numbers,
): string {
  if (figure.whole === null) return formats.number(value.part)
  const rate = rateOf(value)
  return rate === null ? '–' : percent(rate, formats, figure.limit)
}

/** Describes how a figure is calculated, including both of its numbers. */
export function formulaText(
  figure: Pick<Figure, 'part' | 'whole'>,
  { part, whole }: FigureValue,
  formats: Numbers,
): string {
  const counted = `${formats.number(part)} ${figure.part}`
  if (figure.whole === null || whole === null) return counted
  return `${counted} ÷ ${formats.number(whole)} ${figure.whole}`
}

type Change = { readonly text: string; readonly tone: 'good' | 'bad' | 'none' }

/**
 * Returns the change in a count in percent, or in a rate in percentage points. Undefined if there is nothing to compare
 * with.
 */
export function changeOf(figure: Figure, now: FigureValue, before: FigureValue, formats: Numbers): Change | undefined {
  const isCount = figure.whole === null
  const change = changeIn(figure, now, before)
  if (change === null) return undefined
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±'
  const size = isCount
    ? percent(Math.abs(change), formats)
    : `${pointsText(Math.abs(change) * 100, formats.locale)} points`
  const isGood = figure.good !== null && change !== 0 && change > 0 === (figure.good === 'more')
  return { text: `${sign}${size}`, tone: figure.good === null || change === 0 ? 'none' : isGood ? 'good' : 'bad' }
}
