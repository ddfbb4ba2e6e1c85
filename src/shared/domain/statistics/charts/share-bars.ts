import { palette } from './palette.ts'
import { chartWidth, drawing, element, words, type ChartHead } from './svg-text.ts'

type ShareBars = ChartHead & {
  /** Largest first. */
  readonly lines: readonly { readonly label: string; readonly value: number; readonly text: string }[]
  /** How many lines were left out, in words; empty if none were. */
  readonly more: string
}

const lineHeight = 22
const labelWidth = 220
const textWidth = 110

/** Draws a line for each value: its name, a bar proportional to the largest value, and its number. */
export function shareBars({ lines, more, ...head }: ShareBars): string {
  const most = Math.max(...lines.map(({ value }) => value), 0)
  const room = chartWidth - labelWidth - textWidth
  const line = ({ label, value, text }: ShareBars['lines'][number], at: number): string => {
    const y = at * lineHeight
    const width = most === 0 ? 0 : Math.max((value / most) * room, value > 0 ? 1 : 0)
    return (
      words(label, { x: 0, y: y + 15, width: labelWidth - 8 }) +
      element('rect', { x: labelWidth, y: y + 3, width, height: lineHeight - 6, rx: 2, fill: palette['--accent'] }) +
      words(text, { x: chartWidth, y: y + 15, anchor: 'end' })
    )
  }
  const note = lines.length === 0 ? 'No messages' : more
  return drawing(head, {
    height: (lines.length + (note === '' ? 0 : 1)) * lineHeight,
    draw: (from) =>
      element(
        'g',
        { transform: `translate(0 ${from})` },
        ...lines.map(line),
        note === '' ? '' : words(note, { x: 0, y: lines.length * lineHeight + 15, fill: palette.muted }),
      ),
  })
}
