/**
 * Formats the time between two moments in its two largest units. Fractions of a second are ignored, because the moments
 * are displayed without them.
 */
export function elapsed(from: number, to: number): string {
  const difference = Math.floor(to / 1000) - Math.floor(from / 1000)
  const sign = difference < 0 ? '−' : '+'
  const seconds = Math.abs(difference)
  const units = [
    ['d', Math.floor(seconds / 86_400)],
    ['h', Math.floor(seconds / 3600) % 24],
    ['min', Math.floor(seconds / 60) % 60],
    ['s', seconds % 60],
  ] as const
  const first = units.findIndex(([, count]) => count > 0)
  if (first < 0) return `${sign}0 s`
  const shown = units.slice(first, first + 2).filter(([, count]) => count > 0)
  return sign + shown.map(([unit, count]) => `${count} ${unit}`).join(' ')
}
