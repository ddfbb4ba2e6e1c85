import { expect, test } from 'vitest'
import { changeOfMessage, countsText, faultsText } from './snapshot-words.ts'

test('only counts that are not zero are named', () => {
  expect(countsText({ added: 2, changed: 0, removed: 1204 })).toBe('2 added, 1,204 removed')
  expect(countsText({ added: 0, changed: 0, removed: 0 })).toBe('none')
})

test('faults have the labels of their switches', () => {
  expect(
    faultsText([
      { kind: 'status', path: '/*', status: 503 },
      { kind: 'hang', path: '/*' },
    ]),
  ).toBe('Respond with a status, Never respond')
  expect(faultsText([])).toBe('none')
})

test('a message that only one of the two has was added or removed', () => {
  const message = { id: '1', email: 'ada@shop.example', subject: 'Hello' }
  expect(changeOfMessage({ ...message, before: null, after: 'requested' })).toBe('added')
  expect(changeOfMessage({ ...message, before: 'requested', after: null })).toBe('removed')
  expect(changeOfMessage({ ...message, before: 'delivered', after: 'delivered' })).toBe('changed')
})
