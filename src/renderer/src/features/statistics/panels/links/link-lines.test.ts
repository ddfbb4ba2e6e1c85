import { expect, it } from 'vitest'
import { joinedLinks, linkLines } from './link-lines.ts'

const formats = { locale: 'en-GB', number: (value: number) => value.toLocaleString('en-GB') }
const link = (url: string, click: number, clicker: number) => ({ url, click, clicker })

it('lists the most clicked links first, each address once', () => {
  const joined = joinedLinks([
    link('https://a.example/', 2, 2),
    link('https://b.example/', 5, 1),
    link('https://a.example/', 4, 3),
  ])
  expect(joined).toEqual([link('https://a.example/', 6, 5), link('https://b.example/', 5, 1)])
  const [first, second] = linkLines(joined, formats, undefined)
  expect(first!.cells().map(({ text }) => text)).toEqual(['6', '54.5%', '5'])
  expect(second!.share).toBeCloseTo(5 / 6)
})

it('spells out what hides in an address, and shortens what is too long', () => {
  const lines = linkLines(
    [link('https://a.example/\u202Egpj.exe', 1, 1), link(`data:,${'x'.repeat(90_000)}`, 1, 1)],
    formats,
    undefined,
  )
  expect(lines[0]!.name).toBe('https://a.example/[U+202E]gpj.exe')
  expect(lines[1]!.name).toHaveLength(501)
  expect(lines[1]!.id).toHaveLength(90_006)
})

it('names a missing address, and divides nothing by zero', () => {
  const [none] = linkLines([link('', 0, 3)], formats, () => undefined)
  expect(none).toMatchObject({ name: 'No address', isMuted: true, share: 0 })
  expect(none!.cells()[1]!.text).toBe('–')
  expect(linkLines(joinedLinks([]), formats, undefined)).toEqual([])
})
