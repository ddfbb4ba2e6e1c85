import { palette } from './palette.ts'
import { element } from './svg-text.ts'

const [width, height] = [100, 24]

/**
 * Draws a path through the values, on a scale from 0 to their maximum or, if it is larger, the limit. Days without a
 * value are skipped.
 */
export function sparkline(
  values: readonly (number | null)[],
  limit: number | null,
): { readonly path: string; readonly limit: number | null } {
  const most = Math.max(...values.map((value) => value ?? 0), 0)
  // A limit far above the values would flatten the line, so it is drawn only if it is near them.
  const shownLimit = limit !== null && most >= limit / 2 ? limit : null
  const top = Math.max(most, shownLimit ?? 0)
  const y = (value: number) => round(top === 0 ? height - 1 : height - 1 - (value / top) * (height - 2))
  const step = values.length > 1 ? width / (values.length - 1) : 0
  const points = values.flatMap((value, at) => (value === null ? [] : [`${round(at * step)} ${y(value)}`]))
  // A single day is a point, drawn as a zero-length line with round caps.
  const path = points.length === 1 ? `M${points[0]}h0` : points.length > 1 ? `M${points.join('L')}` : ''
  return { path, limit: shownLimit === null ? null : y(shownLimit) }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

/** Draws the line as an SVG element, for a page without scripts. */
export function sparklineSvg(values: readonly (number | null)[], limit: number | null): string {
  const drawn = sparkline(values, limit)
  const thin = { fill: 'none', 'vector-effect': 'non-scaling-stroke' }
  const at = drawn.limit ?? 0
  return element(
    'svg',
    { viewBox: `0 -1 ${width} ${height + 2}`, preserveAspectRatio: 'none', class: 'spark', 'aria-hidden': 'true' },
    drawn.limit === null
      ? ''
      : element('path', { ...thin, d: `M0 ${at}H${width}`, stroke: palette.warn, 'stroke-dasharray': '3 3' }),
    element('path', { ...thin, d: drawn.path, stroke: palette['--accent'], 'stroke-width': 2 }),
  )
}
