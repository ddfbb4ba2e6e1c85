import { visible } from '../../../text/visible.ts'
import { palette } from './palette.ts'

/** Makes any text safe in XML: without markup, changes of direction, or characters that XML forbids. */
export function escaped(text: string): string {
  return visible(text)
    .toWellFormed()
    .replace(/[\uFFFE\uFFFF]/g, '\uFFFD')
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

type Attributes = Readonly<Record<string, string | number | undefined>>

export function element(name: string, attributes: Attributes, ...content: readonly string[]): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? rounded(value) : escaped(String(value))}"`)
    .join('')
  return content.length === 0 ? `<${name}${written}/>` : `<${name}${written}>${content.join('')}</${name}>`
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}

export const textSize = 11

type Words = {
  readonly x: number
  readonly y: number
  readonly anchor?: 'start' | 'middle' | 'end'
  readonly size?: number
  readonly weight?: number
  readonly fill?: string
  /** Wider text is truncated, and the title contains all of it. */
  readonly width?: number
}

export function words(
  text: string,
  { x, y, anchor, size = textSize, weight, fill = palette.text, width }: Words,
): string {
  const shown = width === undefined ? visible(text) : fitted(visible(text), width, size)
  const whole = shown === visible(text) ? [] : [element('title', {}, escaped(text))]
  const place = { x, y, 'text-anchor': anchor === 'start' ? undefined : anchor }
  const look = { 'font-size': size, 'font-weight': weight, fill }
  return element('text', { ...place, ...look }, ...whole, escaped(shown))
}

/**
 * Text cannot be measured without a screen, so letters are assumed to be about half as wide as they are high, and East
 * Asian characters as wide as high.
 */
export function widthOf(text: string, size: number): number {
  let width = 0
  for (const letter of text) width += letter.codePointAt(0)! >= 0x1100 ? size : size * 0.56
  return width
}

function fitted(text: string, width: number, size: number): string {
  if (widthOf(text, size) <= width) return text
  let kept = ''
  let used = widthOf('…', size)
  for (const letter of text) {
    used += widthOf(letter, size)
    if (used > width) break
    kept += letter
  }
  return `${kept}…`
}

/** The texts that make a chart’s file self-explanatory. */
export type ChartHead = {
  readonly title: string
  /** The account, the period, the zone and the filters. Empty in a report, which states them once. */
  readonly caption: readonly string[]
}

export const chartWidth = 720

type Body = { readonly height: number; readonly draw: (top: number) => string }

/** Draws a complete file: the title, the caption, and the drawing below them. */
export function drawing({ title, caption }: ChartHead, { height, draw }: Body): string {
  const head = caption.length === 0 ? 0 : 24 + caption.length * 15
  const lines = caption.map((line, at) =>
    words(line, { x: 0, y: 32 + at * 15, fill: palette.muted, width: chartWidth }),
  )
  const margin = caption.length === 0 ? 0 : 16
  const [outerWidth, outerHeight] = [chartWidth + margin * 2, height + head + margin * 2]
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `${-margin} ${-margin} ${outerWidth} ${outerHeight}`,
      width: outerWidth,
      height: outerHeight,
      role: 'img',
      'font-family': 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
    },
    element('title', {}, escaped([title, ...caption].join(', '))),
    element('rect', { x: -margin, y: -margin, width: outerWidth, height: outerHeight, fill: palette.paper }),
    ...(head === 0 ? [] : [words(title, { x: 0, y: 14, size: 15, weight: 600, width: chartWidth }), ...lines]),
    draw(head),
  )
}
