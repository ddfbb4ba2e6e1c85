import { expect, test } from 'vitest'
import { altDigit, ariaShortcut, matchesShortcut, shortcutKeys, typesCharacter } from './shortcut.ts'

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
})

test('Mod is Command on a Mac and Control elsewhere', () => {
  expect(shortcutKeys('Mod+Shift+K', true)).toEqual(['⌘', '⇧', 'K'])
  expect(shortcutKeys('Mod+Shift+K', false)).toEqual(['Ctrl', 'Shift', 'K'])
  expect(ariaShortcut('Mod+K', true)).toBe('Meta+K')
  expect(ariaShortcut('Mod+K', false)).toBe('Control+K')
  expect(matchesShortcut(press('k', { metaKey: true }), 'Mod+K', true)).toBe(true)
  expect(matchesShortcut(press('k', { ctrlKey: true }), 'Mod+K', false)).toBe(true)
  expect(matchesShortcut(press('k', { ctrlKey: true }), 'Mod+K', true)).toBe(false)
})

test('an extra modifier makes another shortcut', () => {
  expect(matchesShortcut(press('K', { ctrlKey: true, shiftKey: true }), 'Mod+K', false)).toBe(false)
  expect(matchesShortcut(press('Enter', { ctrlKey: true }), 'Enter', false)).toBe(false)
})

test('a punctuation key matches whether or not its layout needs Shift', () => {
  expect(matchesShortcut(press('?', { shiftKey: true }), '?', false)).toBe(true)
  expect(matchesShortcut(press('?'), '?', false)).toBe(true)
})

test('Alt and a digit are recognized on every keyboard, but leave the characters of Option in a Mac’s text fields', () => {
  const alt = (key: string, code: string) => ({ ...press(key, { altKey: true }), code })
  expect(altDigit(alt('1', 'Digit1'), true, false)).toBe(1)
  expect(altDigit(alt('&', 'Digit1'), true, false)).toBe(1)
  expect(altDigit(alt('¡', 'Digit1'), false, true)).toBe(1)
  expect(altDigit(alt('@', 'Digit2'), true, true)).toBeNull()
  expect(altDigit(alt('4', 'Numpad4'), false, false)).toBe(4)
  // Without Num Lock, the keypad has arrow keys.
  expect(altDigit(alt('ArrowLeft', 'Numpad4'), false, false)).toBeNull()
  expect(altDigit({ ...press('1'), code: 'Digit1' }, false, false)).toBeNull()
  expect(altDigit({ ...press('@', { altKey: true, ctrlKey: true }), code: 'Digit2' }, true, false)).toBeNull()
})

test('a key types a character with AltGr and with a Mac’s Option, but not with Alt, Ctrl or Command', () => {
  const typed = (key: string, held: Parameters<typeof press>[1], { altGr = false, mac = false } = {}) =>
    typesCharacter({ ...press(key, held), getModifierState: (name) => altGr && name === 'AltGraph' }, mac)
  expect(typed('a', {})).toBe(true)
  expect(typed('@', { ctrlKey: true, altKey: true }, { altGr: true })).toBe(true)
  expect(typed('@', { altKey: true }, { mac: true })).toBe(true)
  expect(typed('a', { altKey: true })).toBe(false)
  expect(typed('a', { ctrlKey: true })).toBe(false)
  expect(typed('a', { metaKey: true }, { mac: true })).toBe(false)
  expect(typed('Enter', {})).toBe(false)
})
