/** WCAG 2.2 contrast of two `#rrggbb` colours. Also used to pick the text on a colour chosen by the user. */
export function contrast(a: string, b: string): number {
  const [lighter, darker] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

/** `mix('#000000', '#ffffff', 0.1)` is ten parts black in ninety of white, as `color-mix(in srgb, …)` paints it. */
export function mix(top: string, bottom: string, share: number): string {
  const [a, b] = [channels(top), channels(bottom)]
  const mixed = a.map((value, index) => Math.round(value * share + (b[index] ?? 0) * (1 - share)))
  return '#' + mixed.map((value) => value.toString(16).padStart(2, '0')).join('')
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function channels(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))
}
