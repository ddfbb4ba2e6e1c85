import { expect, test } from 'vitest'
import { shortTitle } from './short-title.ts'

test('a short subject stays whole, and a long one is cut between letters', () => {
  expect(shortTitle('Your order', 10)).toBe('Your order')
  expect(shortTitle('Your order is here', 6)).toBe('Your…')
  expect(shortTitle('😀😀😀😀', 3)).toBe('😀😀…')
})
