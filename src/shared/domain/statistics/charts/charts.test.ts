import { describe, expect, it } from 'vitest'
import type { Note } from '../../../contract/notes.ts'
import { noCounters } from '../counters.ts'
import { activityChart, hoursChart, tableChart } from './panel-charts.ts'
import { sparklineSvg } from './sparkline.ts'
import { stackedBars } from './stacked-bars.ts'
import { escaped, words } from './svg-text.ts'

const formats = { locale: 'en-US', number: (value: number) => value.toLocaleString('en-US') }
const head = { title: 'Messages per day', caption: ['Shop · 2026-03-01 to 2026-03-03', 'days in Europe/Paris'] }
const day = (name: string, messages: number, delivered: number) => ({
  ...noCounters(),
  day: name,
  messages,
  states: { delivered },
})

/** A group’s rectangles, as numbers. */
function rectangles(svg: string): { y: number; height: number; fill: string }[] {
  return [...svg.matchAll(/<rect x="[\d.]+" y="([\d.]+)" width="[\d.]+" height="([\d.]+)" fill="(#\w+)"/g)].map(
    ([, y, height, fill]) => ({ y: Number(y), height: Number(height), fill: fill! }),
  )
}

describe('The bars of days', () => {
  const counted = [day('2026-03-01', 100, 80), day('2026-03-03', 50, 50)]
  const svg = activityChart({ counted, period: { from: '2026-03-01', to: '2026-03-03' } }, formats, head)

  it('are as high as their numbers, stacked without a gap', () => {
    const bars = rectangles(svg).filter(({ fill }) => fill !== '#ffffff')
    const [delivered, underWay, second] = bars as [(typeof bars)[0], (typeof bars)[0], (typeof bars)[0]]
    expect(delivered.height).toBeCloseTo(underWay.height * 4)
    expect(underWay.y + underWay.height).toBeCloseTo(delivered.y)
    expect(delivered.height + underWay.height).toBeCloseTo(second.height * 2)
  })

  it('say their title, period and zone, the numbers of the scale and every colour', () => {
    for (const text of ['Messages per day', 'Shop · 2026-03-01 to 2026-03-03', 'days in Europe/Paris', '>100<', '>60<'])
      expect(svg).toContain(text)
    expect(svg).toContain('>Delivered<')
    expect(svg).toContain('2026-03-02: 0')
  })

  it.each([
    [2025, '2,500'],
    [1, '2'],
    [7, '8'],
    [100, '100'],
    [1_000_001, '1,200,000'],
  ])('use the height: of a highest bar of %i the scale ends at %s', (most, end) => {
    const { number } = formats
    const chart = stackedBars({ ...head, bars: [{ label: 'a', parts: [most] }], series: [], number })
    const scale = [...chart.matchAll(/text-anchor="end"[^>]*>([\d,]+)</g)].map(([, text]) => text)
    expect(scale.at(-1)).toBe(end)
    expect(scale.length).toBeLessThanOrEqual(7)
  })

  it('have the numbers of their notes above them, joined where they would touch', () => {
    const note = (name: string) => ({ day: name, lastDay: name, text: `On ${name}` }) as Note
    const notes = ['2026-03-01', '2026-03-01', '2026-03-03'].map(note)
    const marked = activityChart({ counted, period: { from: '2026-03-01', to: '2026-03-03' }, notes }, formats, head)
    expect(marked).toContain('>1–2<')
    expect(marked).toContain('<title>On 2026-03-03</title>')
    const close = activityChart({ counted, period: { from: '2026-01-01', to: '2026-03-31' }, notes }, formats, head)
    expect(close).toContain('>1–3<')
  })

  it('are a chart without bars for an empty period', () => {
    const empty = stackedBars({ ...head, bars: [], series: [], number: String })
    expect(empty).toContain('No messages')
    expect(empty).not.toContain('NaN')
  })

  it('draw a year without a number that is none', () => {
    const year = activityChart({ counted, period: { from: '2025-04-01', to: '2026-03-31' } }, formats, head)
    expect(year).not.toMatch(/NaN|Infinity|undefined/)
    expect(year).toContain('2026-02-27 – 2026-03-02: 100')
  })
})

describe('The shares of a table', () => {
  it('are those of the largest number, the rest in words', () => {
    const rows = Array.from({ length: 25 }, (_, at) => [`tag ${at}`, 1000 - at * 10] as const)
    const svg = tableChart({ head: ['Tag', 'Messages'], rows }, formats, { title: 'Tags', caption: [], noun: 'tag' })
    expect(svg).toContain('>1,000<')
    expect(svg).toContain('and 5 more')
    expect(svg).not.toContain('tag 20')
  })

  it('name the messages without a value, and say when there are none', () => {
    const table = { head: ['Tag', 'Messages'], rows: [['', 3] as const] }
    expect(tableChart(table, formats, { title: 'Tags', caption: [], noun: 'tag' })).toContain('>No tag<')
    expect(tableChart({ ...table, rows: [] }, formats, { title: 'Tags', caption: [], noun: 'tag' })).toContain(
      'No messages',
    )
  })
})

it('the hours of a week are as dark as the root of their share', () => {
  const hours = Array.from({ length: 168 }, (_, at) => ({ messages: at === 0 ? 100 : at === 1 ? 25 : 0, opened: 0 }))
  const svg = hoursChart(hours, { ...formats, hour: (hour) => `${hour} h`, clock: (time) => time }, head)
  expect(svg).toContain('fill-opacity="1"')
  expect(svg).toContain('fill-opacity="0.5"')
  expect(svg).toContain('Mon 01:00: 25')
  expect(svg).toContain('>21 h<')
})

it('a sparkline draws its limit once the line comes near it', () => {
  expect(sparklineSvg([0.01, 0.04], 0.02)).toContain('stroke-dasharray')
  expect(sparklineSvg([0.001], 0.02)).not.toContain('stroke-dasharray')
})

describe('Text from outside', () => {
  it.each([
    ['</style><script>alert(1)</script>', '&#60;/style&#62;&#60;script&#62;alert(1)&#60;/script&#62;'],
    ['"onload="x', '&#34;onload=&#34;x'],
    ['a\u202Eb', 'a[U+202E]b'],
    ['a\u0000b', 'a[U+0000]b'],
    ['\uD800', '\uFFFD'],
    ['\uFFFE', '\uFFFD'],
  ])('is never markup and never changes direction: %j', (text, expected) => {
    expect(escaped(text)).toBe(expected)
  })

  it('is cut where it is too long, and whole in its title', () => {
    const drawn = words('newsletter of the whole company', { x: 0, y: 0, width: 60 })
    expect(drawn).toMatch(/>newsl\w*…<\/text>$/)
    expect(drawn).toContain('<title>newsletter of the whole company</title>')
  })
})
