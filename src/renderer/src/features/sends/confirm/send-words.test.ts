import { expect, test } from 'vitest'
import type { SendSummary } from '#shared/contract/base/sends.ts'
import { english } from '#shared/domain/base/plural.ts'
import { someSend } from '#test/support/sends/some-send.ts'
import { cancelWords, isUntouched, placeInTime, progressOf, sendLook } from './send-words.ts'

const send = (change: Partial<SendSummary> = {}) =>
  someSend({ to: ['a@b.c'], recipients: 1200, state: 'sent', sent: 1200, ...change })

test('a send that ended looks well only if everybody got it', () => {
  expect(sendLook(english, send())).toMatchObject({ label: 'Sent', tone: 'ok' })
  expect(sendLook(english, send({ sent: 1199, refused: 1 }))).toMatchObject({ label: 'Partly refused', tone: 'warn' })
  expect(sendLook(english, send({ sent: 1000, refused: 100, unknown: 100 }))).toMatchObject({ label: 'Partly unknown' })
  expect(sendLook(english, send({ sent: 0, unknown: 1200 }))).toMatchObject({ label: 'Unknown', tone: 'warn' })
  expect(sendLook(english, send({ sent: 0, refused: 1200 }))).toMatchObject({ label: 'Failed', tone: 'danger' })
  expect(sendLook(english, send({ state: 'sending', sent: 0, refused: 500 }))).toMatchObject({ label: 'Sending' })
})

test('a send whose calls were accepted looks as its records say', () => {
  const look = (counts: Record<string, number>, change: Partial<SendSummary> = {}) => {
    const { label, tone } = sendLook(english, send(change), counts)
    return [label, tone]
  }
  const twelve = { recipients: 12, sent: 12 }
  expect(look({ delivered: 1000, 'call:sent': 200 })).toEqual(['Sent', 'ok'])
  expect(look({ filtered: 12 }, twelve)).toEqual(['All 12 were filtered', 'danger'])
  expect(look({ filtered: 6, hardbounced: 6 }, twelve)).toEqual(['All 12 failed', 'danger'])
  expect(look({ rejected: 1 }, { recipients: 1, sent: 1 })).toEqual(['Rejected', 'danger'])
  expect(look({ delivered: 150, rejected: 1050 })).toEqual(['1,050 were rejected', 'warn'])
  expect(look({ delivered: 1199, rejected: 1 })).toEqual(['1 was rejected', 'warn'])
  expect(look({ hardbounced: 3, delivered: 9 }, twelve)).toEqual(['3 bounced', 'warn'])
  expect(look({ rejected: 10 }, { ...twelve, sent: 10, refused: 2 })).toEqual(['Failed', 'danger'])
  expect(look({ rejected: 9 }, { ...twelve, sent: 10, refused: 2 })).toEqual(['Partly refused', 'warn'])
  expect(look({ rejected: 3 }, { state: 'sending', sent: 12 })).toEqual(['Sending', 'accent'])
})

test('its progress is told in a few words', () => {
  expect(progressOf(english, send())).toBe('Sent to 1,200 recipients')
  expect(progressOf(english, send({ sent: 700, refused: 500 }))).toBe('700 of 1,200 sent, 500 refused')
  expect(progressOf(english, send({ sent: 0, unknown: 500 }))).toBe('0 of 1,200 sent, 500 unknown')
})

test('what nothing has left of can be taken back; cancelling anything else says who gets nothing', () => {
  const waiting = send({ state: 'waiting', sent: 0 })
  expect(isUntouched(waiting)).toBe(true)
  expect(isUntouched(send({ state: 'paused', sent: 0 }))).toBe(true)
  expect(isUntouched(send({ state: 'sending', sent: 0 }))).toBe(false)
  expect(isUntouched(send({ state: 'failed', sent: 0 }))).toBe(false)
  expect(cancelWords(english, waiting).message).toContain('becomes a draft again')
  expect(cancelWords(english, send({ state: 'sending', sent: 500 })).message).toContain(
    '700 recipients won’t get the message',
  )
})

test('calls that left before a pause are under way: nobody takes them back, and cancelling does not count them', () => {
  const paused = send({ state: 'paused', sent: 0, underWay: 1000 })
  expect(isUntouched(paused)).toBe(false)
  expect(progressOf(english, paused)).toBe('0 of 1,200 sent, 1,000 in progress')
  expect(cancelWords(english, paused).message).toContain('200 recipients won’t get the message')
  expect(cancelWords(english, send({ state: 'sending', sent: 200, underWay: 1000 })).message).toBe(
    'Every message has already been handed to the service, so there is nothing left to cancel.',
  )
})

test('what is still to leave stands above what has left, each in the order of its time', () => {
  const sends = [
    send({ state: 'sent', at: 10, subject: 'old' }),
    send({ state: 'sent', at: 20, subject: 'new' }),
    send({ state: 'waiting', at: 900, subject: 'later' }),
    send({ state: 'paused', at: 5, subject: 'paused' }),
    send({ state: 'waiting', at: 500, subject: 'soon' }),
  ]
  const order = sends.toSorted((one, other) => placeInTime(other) - placeInTime(one))
  expect(order.map(({ subject }) => subject)).toEqual(['soon', 'later', 'paused', 'new', 'old'])
})
