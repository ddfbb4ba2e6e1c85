import { expect, test } from 'vitest'
import type { RestPlan } from '#shared/contract/sends.ts'
import { english } from '#shared/domain/base/plural.ts'
import { groupsText, leftOutText, pausedText, restLabel, restLine, restNotes, unknownText } from './rest-words.ts'

test('a rest says of whom it consists, and who is left out for which reason', () => {
  expect(groupsText(english, { groups: { waiting: 0, refused: 500, absent: 1500 } })).toBe(
    '500 refused, 1,500 not found at the service',
  )
  const nobody = { bounced: 0, complained: 0, unsubscribed: 0, erased: 0 }
  expect(leftOutText(english, { leftOut: nobody })).toBe('')
  expect(leftOutText(english, { leftOut: { ...nobody, bounced: 2, erased: 1 } })).toBe(
    '3 are left out: 2 bounced, 1 was erased.',
  )
  expect(restLabel(english, 1)).toBe('Send to the recipient who didn’t get the message…')
  expect(restLabel(english, 2000)).toBe('Send to the 2,000 who didn’t get the message…')
})

test('what is unknown says whether it can be found out, and by whom', () => {
  expect(unknownText(english, { unknown: 0, isMarked: true, isWatched: true })).toBe('')
  const watched = unknownText(english, { unknown: 500, isMarked: true, isWatched: true })
  expect(watched).toBe(
    '500 recipients may have got the message, so nothing is sent to them. Mailroom looks for their records for a day after the call.',
  )
  expect(unknownText(english, { unknown: 500, isMarked: true, isWatched: false })).toContain('Choose Check')
  expect(unknownText(english, { unknown: 500, isMarked: false, isWatched: false })).toContain(
    'Mailroom can’t look up whether they arrived',
  )
})

const nobody: RestPlan = {
  recipients: 0,
  groups: { waiting: 0, refused: 0, absent: 0 },
  left: { waiting: 0, refused: 0, absent: 0 },
  leftOut: { bounced: 0, complained: 0, unsubscribed: 0, erased: 0 },
  sent: 0,
  unknown: 0,
  open: 0,
  copies: 0,
  isMarked: true,
  isWatched: false,
  rests: [],
}

test('a paused send says whom Resume reaches, and that a rest comes after its end', () => {
  expect(pausedText(english, nobody)).toBe('')
  expect(pausedText(english, { ...nobody, open: 1 })).toBe('Resume sends to the one recipient who is still waiting.')
  const waiting = 'Resume sends to the 1,500 recipients who are still waiting.'
  expect(pausedText(english, { ...nobody, open: 1500 })).toBe(waiting)
  const groups = { waiting: 0, refused: 2, absent: 0 }
  expect(pausedText(english, { ...nobody, open: 1500, groups })).toBe(
    `${waiting} Once this send has ended, you can send to those who didn’t get the message (2 refused).`,
  )
})

test('a rest says who gets no second message and no second copy', () => {
  expect(restNotes(english, nobody)).toEqual([])
  const leftOut = { ...nobody.leftOut, bounced: 1 }
  expect(restNotes(english, { ...nobody, leftOut, open: 3, copies: 2 })).toEqual([
    '1 is left out: 1 bounced.',
    '3 recipients will get the message from another send that hasn’t ended yet.',
    'Cc and Bcc recipients don’t get another copy.',
  ])
})

test('a send says of its rest how many it went to', () => {
  expect(restLine(english, { state: 'waiting', recipients: 3, sent: 0 })).toBe('The rest goes to 3 recipients')
  expect(restLine(english, { state: 'sent', recipients: 3, sent: 3 })).toBe('The rest went to 3 recipients')
  expect(restLine(english, { state: 'sent', recipients: 3, sent: 1 })).toBe('The rest went to 1 of 3 recipients')
  expect(restLine(english, { state: 'failed', recipients: 3, sent: 0 })).toBe('Sending the rest to 3 recipients failed')
})
