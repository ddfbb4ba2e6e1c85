import { describe, expect, it } from 'vitest'
import { sheetName } from './sheet-limits.ts'

describe('sheetName', () => {
  it.each([
    ['Messages', 0, 'Messages'],
    ['a/b:c*[d]?', 1, 'a b c  d 2'],
    ['x'.repeat(40), 11, `${'x'.repeat(28)} 12`],
    ['', 0, 'Sheet'],
    ['History', 0, 'History 1'],
    ["'quoted'", 0, 'quoted'],
  ])('%j, sheet %i: %j', (base, index, expected) => {
    expect(sheetName(base, index)).toBe(expected)
  })
})
