import { describe, expect, it } from 'vitest'
import { elapsed } from './elapsed.ts'
import { opensOutside } from './outside.ts'
import { visible } from './visible.ts'

describe('the time since the message was made', () => {
  it.each([
    [0, '+0 s'],
    [4_400, '+4 s'],
    [60_000, '+1 min'],
    [3_600_000 + 59_000, '+1 h'],
    [2 * 86_400_000 + 3 * 3_600_000, '+2 d 3 h'],
    [-61_000, '−1 min 1 s'],
  ])('%i ms is %s', (milliseconds, text) => expect(elapsed(0, milliseconds)).toBe(text))

  it('is that between the seconds which are shown', () => {
    expect(elapsed(18_100, 20_900)).toBe('+2 s')
    expect(elapsed(18_900, 20_100)).toBe('+2 s')
    expect(elapsed(900, 100)).toBe('+0 s')
  })
})

describe('links of clicks', () => {
  it('leave the page over https alone', () => {
    expect(opensOutside('https://shop.example/a?b=1')).toBe(true)
    for (const url of [
      'http://shop.example/',
      'javascript:alert(1)',
      'file:///etc',
      'shop.example',
      '',
      `https://a/${'x'.repeat(4000)}`,
    ]) {
      expect(opensOutside(url)).toBe(false)
    }
  })
})

describe('addresses and links', () => {
  it('spell out what cannot be seen, and keep every letter of a language', () => {
    expect(visible('a\u202Emoc.elpmaxe@b')).toBe('a[U+202E]moc.elpmaxe@b')
    expect(visible('a\u200Bb\n')).toBe('a[U+200B]b[U+000A]')
    expect(visible('jörg@übung.example 例え')).toBe('jörg@übung.example 例え')
  })
})
