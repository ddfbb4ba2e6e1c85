import { expect, test } from 'vitest'

type Color = readonly [red: number, green: number, blue: number]
type Matrix = readonly [Color, Color, Color]

/** How the three types of dichromats see colours: Machado, Oliveira and Fernandes (2009), severity 1. */
const sights: Readonly<Record<string, Matrix>> = {
  'most readers': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopes: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopes: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopes: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

// Vitest returns stylesheets as empty text, so the file itself is read. None of this is included in the page.
const { readFileSync } = process.getBuiltinModule('fs')
const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const series = [...css.matchAll(/--series-\w+: light-dark\((#\w{6}), (#\w{6})\)/g)]

for (const theme of ['light', 'dark'] as const) {
  const colors = series.map((found) => linear(found[theme === 'light' ? 1 : 2]!))
  const surface = linear(theme === 'light' ? '#ffffff' : '#16181d')

  test(`${theme}: the parts of a chart stand out from the page`, () => {
    expect(colors).toHaveLength(7)
    for (const color of colors) expect(contrast(color, surface)).toBeGreaterThanOrEqual(3)
  })

  for (const [readers, matrix] of Object.entries(sights)) {
    test(`${theme}: ${readers} can tell the parts of a chart apart`, () => {
      const seen = colors.map((color) => lab(times(matrix, color)))
      for (const [at, one] of seen.entries())
        for (const other of seen.slice(at + 1)) expect(distance(one, other)).toBeGreaterThan(0.08)
    })
  }
}

function linear(hex: string): Color {
  const channel = (at: number) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

function times(matrix: Matrix, [red, green, blue]: Color): Color {
  const row = ([r, g, b]: Color) => Math.max(0, r * red + g * green + b * blue)
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])]
}

/** OKLab: equal distances look equally different. */
function lab(color: Color): Color {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    color,
  )
  const [l, m, s] = [Math.cbrt(cones[0]), Math.cbrt(cones[1]), Math.cbrt(cones[2])]
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function distance(a: Color, b: Color): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

function contrast(a: Color, b: Color): number {
  const light = ([red, green, blue]: Color) => 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
  return Math.max(light(a), light(b)) / Math.min(light(a), light(b))
}
