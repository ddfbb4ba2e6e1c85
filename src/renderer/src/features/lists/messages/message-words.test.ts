import { expect, test } from 'vitest'
import { english } from '#shared/domain/base/plural.ts'
import { firstOf, matching, nameOfMessage, recipientsOf } from './message-words.ts'

test('a message is found by its subject or by a recipient, in any case', () => {
  const sale = { subject: 'Sale', to: ['eve@x.example'] }
  const news = { subject: 'News', to: ['ann@x.example'] }
  expect(matching([sale, news], ' EVE ')).toEqual([sale])
  expect(matching([sale, news], 'new')).toEqual([news])
  expect(matching([sale, news], ' ')).toEqual([sale, news])
  expect(matching([sale, news], 'bob')).toEqual([])
  const dear = { subject: '', preview: 'Dear Ann', to: [] }
  expect(matching([sale, dear], 'dear')).toEqual([dear])
})

test('a message without a subject has a name', () => {
  expect(nameOfMessage({ subject: ' ' })).toBe('No subject')
  expect(nameOfMessage({ subject: ' Sale ', preview: 'Dear Ann' })).toBe('Sale')
  expect(nameOfMessage({ subject: ' ', preview: 'Dear Ann' })).toBe('Dear Ann')
})

test('the first recipients are named, and the others counted', () => {
  expect(recipientsOf(english, { to: ['a@b.c'], recipients: 1200 })).toBe('a@b.c and 1,199 more')
  expect(recipientsOf(english, { to: ['a@b.c'], recipients: 1 })).toBe('a@b.c')
  expect(recipientsOf(english, { to: [], recipients: 0 })).toBe('nobody')
  expect(firstOf(english, { to: ['a@b.c', 'd@e.f'], recipients: 1200 })).toBe('a@b.c +1,199')
  expect(firstOf(english, { to: ['a@b.c'], recipients: 1 })).toBe('a@b.c')
})
