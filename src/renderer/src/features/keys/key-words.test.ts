import { expect, test } from 'vitest'
import { english } from '#shared/domain/base/plural.ts'
import { nextName } from './key-form.svelte.ts'
import { addressesIn, filterText, lastUseText, maskedKey } from './key-words.ts'

const key = {
  id: '1',
  description: 'Shop',
  enabled: true,
  ipFilterEnabled: true,
  allowedIps: ['192.0.2.7', '192.0.2.8'],
  createdAt: null,
  updatedAt: null,
  ending: 'b6c7',
  isOwn: false,
  otherAccounts: [],
}
const times = { ago: (moment: number) => `${10 - moment} ms ago` }

test('a key is shown by its end, and by dots alone where nothing of it is known', () => {
  expect(maskedKey(key)).toBe('••••b6c7')
  expect(maskedKey({ ending: '' })).toBe('••••')
})

test('the filter is said in one cell', () => {
  expect(filterText(key, english)).toBe('2 addresses')
  expect(filterText({ ...key, allowedIps: ['192.0.2.7'] }, english)).toBe('192.0.2.7')
  expect(filterText({ ...key, allowedIps: [] }, english)).toBe('No address')
  expect(filterText({ ...key, ipFilterEnabled: false }, english)).toBe('Any address')
})

test('a key without messages in the archive was not seen, and an unknown use is left empty', () => {
  expect(lastUseText(undefined, times)).toBe('')
  expect(lastUseText({ lastUse: null, messages: 0, searchAs: null }, times)).toBe('Not seen')
  expect(lastUseText({ lastUse: 4, messages: 1, searchAs: null }, times)).toBe('6 ms ago')
})

test('the address that a refusal names is found, and nothing else', () => {
  const refusal = 'This key may not be used from this computer. The service says: “not from 203.0.113.9.” (see 4.2)'
  expect(addressesIn(refusal)).toEqual(['203.0.113.9'])
  expect(addressesIn('Refused: 2001:db8::7, at 12:30.')).toEqual(['2001:db8::7'])
  expect(addressesIn('')).toEqual([])
})

test('the key that takes the place of another one gets the next number', () => {
  expect(['Shop', 'Shop 2', 'Shop 9', '2024'].map(nextName)).toEqual(['Shop 2', 'Shop 3', 'Shop 10', '2024 2'])
})
