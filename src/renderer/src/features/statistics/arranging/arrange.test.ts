import { expect, test } from 'vitest'
import { asDesigned, inUsersOrder, readArranged } from './arrange.ts'

const designed = ['days', 'tags', 'domains', 'hours']

test('panels stand as they were designed until the user moves one', () => {
  expect(inUsersOrder(designed, [])).toEqual(designed)
  expect(inUsersOrder(designed, ['hours', 'days', 'tags', 'domains'])).toEqual(['hours', 'days', 'tags', 'domains'])
})

test('a panel that a newer version brings stands where it was designed to stand, and none is lost', () => {
  expect(inUsersOrder(['new', ...designed], ['hours', 'days', 'tags', 'domains'])[0]).toBe('new')
  expect(inUsersOrder(['days', 'tags', 'new', 'domains', 'hours'], ['hours', 'tags', 'days', 'domains'])).toEqual([
    'hours',
    'tags',
    'new',
    'days',
    'domains',
  ])
})

test('a panel that is gone leaves no hole', () => {
  expect(inUsersOrder(designed, ['gone', 'hours'])).toEqual(['days', 'tags', 'domains', 'hours'])
})

test.each([[undefined], [null], ['order'], [{ order: 'tags', hidden: 7 }], [[1, 2]]])(
  'settings that say nothing of use leave the panels as they were designed: %j',
  (saved) => expect(readArranged(saved)).toEqual(asDesigned),
)

test('what settings say twice counts once', () => {
  expect(readArranged({ order: ['tags', 'tags', 1, 'days'], hidden: ['hours', null] })).toEqual({
    order: ['tags', 'days'],
    hidden: ['hours'],
  })
})
