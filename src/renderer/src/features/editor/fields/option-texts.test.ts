import { expect, test } from 'vitest'
import { headerProblem, metaProblem, unsubscribeProblem } from './option-texts.ts'

test.each([
  ['', false, undefined],
  ['', true, 'One click needs'],
  ['https://shop.example/u?x=1', true, undefined],
  ['mailto:stop@shop.example', false, undefined],
  ['mailto:stop@shop.example', true, 'https address only'],
  ['http://shop.example/u', false, 'Change http to https'],
  ['shop.example/u', false, 'begins with https://'],
  ['javascript:alert(1)', false, 'begins with https://'],
])('the unsubscribe address %j with one click %j', (address, oneClick, expected) => {
  const problem = unsubscribeProblem(address, oneClick)
  if (expected === undefined) return expect(problem).toBeUndefined()
  return expect(problem).toContain(expected)
})

test('header names are tokens that neither the message nor the service writes', () => {
  expect(headerProblem('X-Campaign', 'X-SVC-')).toBeUndefined()
  expect(headerProblem('X Campaign', 'X-SVC-')).toContain('letters, digits and dashes')
  expect(headerProblem('subject', 'X-SVC-')).toContain('its own field')
  expect(headerProblem('x-svc-tags', 'X-SVC-')).toContain('options of the service')
  expect(headerProblem('x-svc-tags', '')).toBeUndefined()
})

test('metadata has a name of its own, and numbers are numbers', () => {
  expect(metaProblem({ name: '', type: 'text', value: '' })).toBeUndefined()
  expect(metaProblem({ name: '', type: 'text', value: 'x' })).toContain('name')
  expect(metaProblem({ name: 'order', type: 'number', value: '12.5' })).toBeUndefined()
  expect(metaProblem({ name: 'order', type: 'number', value: '12a' })).toContain('number')
  expect(metaProblem({ name: 'Mailroom_Send', type: 'text', value: 'x' })).toContain('Mailroom uses')
})
