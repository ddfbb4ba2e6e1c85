import { expect, test } from 'vitest'
import { menuSearch, menuStep, type MenuItem } from './menu-model.ts'

const action = (label: string): MenuItem => ({ label, onselect: () => undefined })
const items: MenuItem[] = [
  { kind: 'heading', label: 'Message' },
  action('Open'),
  action('Copy'),
  { kind: 'separator' },
  action('Compare'),
]

test('arrow keys skip headings and separators, and wrap around', () => {
  expect(menuStep(items, -1, 'ArrowDown')).toBe(1)
  expect(menuStep(items, 2, 'ArrowDown')).toBe(4)
  expect(menuStep(items, 4, 'ArrowDown')).toBe(1)
  expect(menuStep(items, 1, 'ArrowUp')).toBe(4)
  expect(menuStep(items, -1, 'ArrowUp')).toBe(4)
  expect(menuStep(items, 2, 'Home')).toBe(1)
  expect(menuStep(items, 2, 'End')).toBe(4)
  expect(menuStep(items, 2, 'x')).toBeUndefined()
})

test('typing finds an item by its first letters, and repeating a letter cycles', () => {
  expect(menuSearch(items, 1, 'c')).toBe(2)
  expect(menuSearch(items, 2, 'c')).toBe(4)
  expect(menuSearch(items, 2, 'cc')).toBe(4)
  expect(menuSearch(items, 2, 'com')).toBe(4)
  expect(menuSearch(items, 2, 'm')).toBeUndefined()
})

test('an empty menu has no next item', () => {
  expect(menuStep([], -1, 'ArrowDown')).toBeUndefined()
  expect(menuStep([], -1, 'ArrowUp')).toBeUndefined()
})
