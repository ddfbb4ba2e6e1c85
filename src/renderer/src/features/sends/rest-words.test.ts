import { expect, test } from 'vitest'
import { english } from '#shared/domain/base/plural.ts'
import { groupsText, leftOutText, restLabel, unknownText } from './rest-words.ts'

test('a rest says of whom it consists, and who is left out for which reason', () => {
  expect(groupsText(english, { groups: { waiting: 0, refused: 500, absent: 1500 } })).toBe(
    '500 refused, 1,500 not found at the service',
  )
  const nobody = { bounced: 0, complained: 0, unsubscribed: 0, erased: 0 }
  expect(leftOutText(english, { leftOut: nobody })).toBe('')
  expect(leftOutText(english, { leftOut: { ...nobody, bounced: 2, erased: 1 } })).toBe(
    '3 are left out: 2 bounced, 1 was erased.',
  )
  expect(restLabel(english, 1)).toBe('Send to the one who didn’t get it…')
  expect(restLabel(english, 2000)).toBe('Send to the 2,000 who didn’t get it…')
})

test('what is unknown says whether it can be found out, and by whom', () => {
  expect(unknownText(english, { unknown: 0, isMarked: true, isWatched: true })).toBe('')
  const watched = unknownText(english, { unknown: 500, isMarked: true, isWatched: true })
  expect(watched).toBe(
    '500 recipients may have got it, so nothing is sent to them. Mailroom looks for their records for a day after the call.',
  )
  expect(unknownText(english, { unknown: 500, isMarked: true, isWatched: false })).toContain('Choose Check')
  expect(unknownText(english, { unknown: 500, isMarked: false, isWatched: false })).toContain('no way to find out')
})
