import { expect, test } from 'vitest'
import { knownStates } from '../ui/badges/state-look.ts'

type Theme = 'light' | 'dark'
// Vitest returns stylesheets as empty text, so the file itself is read. None of this is included in the page.
const { readFileSync } = process.getBuiltinModule('fs')
const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8').split('@media')[0] ?? ''

function token(name: string, theme: Theme): string {
  const value = new RegExp(`--${name}:\\s*(?:light-dark\\((#\\w{6}),\\s*(#\\w{6})\\)|(#\\w{6}))`).exec(css)
  if (!value) throw new Error(`--${name} is not in tokens.css`)
  return value[3] ?? (theme === 'light' ? value[1]! : value[2]!)
}

const states = [...css.matchAll(/--state-(\w+):/g)].map((match) => match[1]!)
const surfaces = ['bg', 'bg-sunken', 'bg-raised', 'bg-hover', 'bg-selected', 'bg-input']

test('the formula agrees with the published extremes', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(mix('#000000', '#ffffff', 0.1)).toBe('#e6e6e6')
})

test('every known state has a colour', () => {
  expect(states).toEqual(expect.arrayContaining([...knownStates, 'unknown']))
})

for (const theme of ['light', 'dark'] as const) {
  const ratio = (a: string, b: string) => contrast(token(a, theme), token(b, theme))

  test(`${theme}: text is readable on every surface`, () => {
    for (const surface of surfaces)
      for (const text of ['text', 'text-muted', 'text-faint', 'accent-text', 'danger-text'])
        expect(ratio(text, surface), `${text} on ${surface}`).toBeGreaterThanOrEqual(4.5)
    for (const text of ['text', 'text-muted']) expect(ratio(text, 'bg-active'), text).toBeGreaterThanOrEqual(4.5)
  })

  test(`${theme}: text on filled buttons and notices is readable`, () => {
    for (const fill of ['accent', 'accent-hover', 'danger', 'danger-hover'])
      expect(ratio('on-accent', fill), fill).toBeGreaterThanOrEqual(4.5)
    for (const kind of ['danger', 'warn', 'ok', 'info'])
      for (const text of [`${kind}-text`, 'text', 'text-muted'])
        expect(ratio(text, `${kind}-bg`), `${text} on ${kind}-bg`).toBeGreaterThanOrEqual(4.5)
  })

  test(`${theme}: input borders and the focus ring stand out from every surface`, () => {
    for (const surface of surfaces)
      for (const line of ['border-strong', 'focus'])
        expect(ratio(line, surface), `${line} on ${surface}`).toBeGreaterThanOrEqual(3)
  })

  test(`${theme}: every state is readable, as a badge and as plain text`, () => {
    for (const state of states) {
      const color = token(`state-${state}`, theme)
      const tint = mix(color, token('bg', theme), 0.12)
      expect(contrast(color, tint), `badge of ${state}`).toBeGreaterThanOrEqual(4.5)
      for (const surface of surfaces)
        expect(contrast(color, token(surface, theme)), `${state} on ${surface}`).toBeGreaterThanOrEqual(4.5)
    }
  })
}

/** WCAG 2.2 contrast between two `#rrggbb` colours. */
function contrast(a: string, b: string): number {
  const [lighter, darker] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

/** `mix('#000000', '#ffffff', 0.1)` is ten parts black to ninety parts white, as painted by `color-mix(in srgb, …)`. */
function mix(top: string, bottom: string, share: number): string {
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
