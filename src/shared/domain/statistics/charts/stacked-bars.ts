import { joinedMarks, markText, type BarMark } from './bar-marks.ts'
import { paperColor, palette } from './palette.ts'
import { chartWidth, drawing, element, escaped, widthOf, words, textSize, type ChartHead } from './svg-text.ts'

export type StackedBars = ChartHead & {
  readonly bars: readonly { readonly label: string; readonly parts: readonly number[] }[]
  /** From the bottom up; `color` is one of the page’s custom properties. */
  readonly series: readonly { readonly label: string; readonly color: string }[]
  readonly number: (value: number) => string
  /** Notes above the bars. */
  readonly marks?: readonly BarMark[]
}

const plotHeight = 180
const widestBar = 120
const mostSteps = 6
const markRoom = 34
const marksHeight = 16

/** Draws bars over time, with a scale, a legend, and the first and last day below them. */
export function stackedBars({ bars, series, number, marks = [], ...head }: StackedBars): string {
  const most = Math.max(...bars.map(({ parts }) => sum(parts)), 0)
  const ticks = ticksTo(most)
  const top = ticks.at(-1)!
  const left = Math.max(...ticks.map((tick) => widthOf(number(tick), textSize))) + 8
  const step = Math.min((chartWidth - left) / Math.max(bars.length, 1), widestBar)
  const y = (value: number) => plotHeight * (1 - value / top)
  const gap = step > 4 ? step * 0.1 : 0

  const bar = ({ label, parts }: StackedBars['bars'][number], at: number): string => {
    let base = 0
    const pieces = parts.map((part, index) => {
      const from = y(base)
      base += part
      const look = { fill: paperColor(series[index]?.color ?? '') }
      const place = { x: left + at * step + gap / 2, y: y(base), width: step - gap, height: from - y(base) }
      return part === 0 ? '' : element('rect', { ...place, ...look })
    })
    return element('g', {}, element('title', {}, escaped(`${label}: ${number(sum(parts))}`)), ...pieces)
  }
  const mark = (shown: BarMark) => {
    const place = { x: left + (shown.at + 0.5) * step, y: -6, anchor: 'middle', weight: 600 } as const
    return element('g', {}, element('title', {}, escaped(shown.title)), words(markText(shown), place))
  }
  const above = marks.length === 0 ? 0 : marksHeight
  return drawing(head, {
    height: plotHeight + 48 + above,
    draw: (from) =>
      element(
        'g',
        { transform: `translate(0 ${from + 6 + above})` },
        ...ticks.map((tick) => scaleLine({ y: y(tick), left, text: number(tick) })),
        ...bars.map(bar),
        ...joinedMarks(marks, step, markRoom).map(mark),
        ends(bars, { left, right: left + step * bars.length }),
        legend(series),
      ),
  })
}

function scaleLine({ y, left, text }: { y: number; left: number; text: string }): string {
  const line = element('line', { x1: left, x2: chartWidth, y1: y, y2: y, stroke: palette.border })
  return line + words(text, { x: left - 6, y: y + 4, anchor: 'end', fill: palette.muted })
}

function ends(bars: StackedBars['bars'], { left, right }: { left: number; right: number }): string {
  const y = plotHeight + 16
  const [first, last] = [bars[0], bars.at(-1)]
  if (!first || !last) return words('No messages', { x: left, y, fill: palette.muted })
  const start = words(first.label, { x: left, y, fill: palette.muted })
  return first === last ? start : start + words(last.label, { x: right, y, anchor: 'end', fill: palette.muted })
}

function legend(series: StackedBars['series']): string {
  let x = 0
  const entries = series.map(({ label, color }) => {
    const at = x
    x += widthOf(label, textSize) + 32
    const swatch = element('rect', { x: at, y: plotHeight + 29, width: 10, height: 10, rx: 2, fill: paperColor(color) })
    return swatch + words(label, { x: at + 15, y: plotHeight + 38 })
  })
  return entries.join('')
}

/** Returns round numbers for the scale, from 0 up to one just large enough for the highest bar. */
function ticksTo(most: number): number[] {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(most, 1))) - 1)
  const step = [1, 2, 5, 10, 20].map((factor) => factor * unit).find((size) => size * mostSteps >= most)!
  return Array.from({ length: Math.max(Math.ceil(most / step), 2) + 1 }, (_, at) => at * step)
}

function sum(parts: readonly number[]): number {
  return parts.reduce((total, part) => total + part, 0)
}
