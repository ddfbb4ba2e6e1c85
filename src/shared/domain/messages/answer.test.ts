import { describe, expect, it, test } from 'vitest'
import { Formats } from '../settings/formats.ts'
import { answer, headline } from './answer.ts'
import { messageEvents } from './message-events.ts'

const utc = new Formats(
  { timeZone: 'UTC', dateFormat: 'iso', language: 'en' },
  { systemTimeZone: 'UTC', systemLanguage: 'en' },
)
const at = Date.UTC(2026, 10, 7, 10, 50, 53)
const horizon = { lastSync: Date.UTC(2026, 10, 8) / 1000, opensRefreshedUntil: Date.UTC(2026, 10, 9) / 1000 }
const message = {
  subject: 'Invoice RE-1',
  email: 'ada@x.example',
  createdDate: at - 3000,
  lastState: 'delivered',
  lastStateDate: at,
  reason: null,
  open: 0,
  click: 0,
}
const person = { browser: 'Firefox 140' }
const later = at + 3_600_000

describe('the sentence for a ticket', () => {
  it.each([
    ['delivered', {}, 'was delivered on 2026-11-07 10:50:53 UTC and not opened as of 2026-11-09 00:00:00 UTC.'],
    ['delivered', { open: 1 }, 'was delivered on 2026-11-07 10:50:53 UTC and opened once.'],
    ['delivered', { open: 2, click: 3 }, 'was delivered on 2026-11-07 10:50:53 UTC, opened twice and clicked 3 times.'],
    ['delivered', { click: 1 }, 'was delivered on 2026-11-07 10:50:53 UTC and clicked once.'],
    ['unsubscribed', { open: 1 }, 'was opened once; the recipient unsubscribed on 2026-11-07 10:50:53 UTC.'],
    ['complaint', {}, 'arrived; the recipient reported it as spam on 2026-11-07 10:50:53 UTC.'],
    [
      'requested',
      {},
      'was accepted by the service on 2026-11-07 10:50:53 UTC, with no delivery as of 2026-11-08 00:00:00 UTC.',
    ],
    [
      'scheduled',
      {},
      'has been scheduled since 2026-11-07 10:50:53 UTC, with no delivery as of 2026-11-08 00:00:00 UTC.',
    ],
    [
      'deferred',
      { reason: '451 try later' },
      'has been deferred since 2026-11-07 10:50:53 UTC, with no delivery as of 2026-11-08 00:00:00 UTC. Reason: 451 try later',
    ],
    ['deferred', { click: 1 }, 'was clicked once.'],
    ['hardbounced', { reason: '550 no mailbox' }, 'hard-bounced on 2026-11-07 10:50:53 UTC. Reason: 550 no mailbox'],
    [
      'softbounced',
      { reason: 'mailbox full', open: 1 },
      'soft-bounced on 2026-11-07 10:50:53 UTC. Reason: mailbox full. It was opened once.',
    ],
    ['rejected', {}, 'was rejected by the service on 2026-11-07 10:50:53 UTC and not sent.'],
    ['filtered', {}, 'was filtered out by the service on 2026-11-07 10:50:53 UTC and not sent.'],
    ['error', {}, 'was not sent because of an error at the service on 2026-11-07 10:50:53 UTC.'],
    ['quarantined', {}, 'has had the state “quarantined” since 2026-11-07 10:50:53 UTC.'],
  ])('of a message in the state %s with %j', (lastState, rest, expected) => {
    const known = { message: { ...message, ...rest, lastState }, events: [], horizon }
    expect(answer(known, utc)).toBe(`“Invoice RE-1” to ada@x.example ${expected}`)
    expect(headline(known, utc)).toBe(`This message ${expected}`)
  })

  it.each([
    [[later, at + 1000], 'opened twice (1 probably by a machine)'],
    [[at + 1000], 'opened once (probably by a machine)'],
    [[later], 'opened once'],
  ])('tells opens by a machine at %j from those of a person', (dates, expected) => {
    const events = messageEvents({ openDetails: dates.map((date) => ({ date, userAgent: person })) })
    const known = { message: { ...message, open: dates.length }, events, horizon }
    expect(answer(known, utc)).toContain(`UTC and ${expected}.`)
  })

  it('names the zone of the reader, in summer and in winter', () => {
    const berlin = new Formats(
      { timeZone: 'Europe/Berlin', dateFormat: 'locale', language: 'en-GB' },
      { systemTimeZone: 'UTC', systemLanguage: 'en' },
    )
    expect(answer({ message: { ...message, open: 1 }, events: [], horizon }, berlin)).toContain(
      'delivered on 7 Nov 2026, 11:50:53 CET and',
    )
    expect(berlin.zonedDateTime(Date.UTC(2026, 6, 1))).toBe('1 Jul 2026, 02:00:00 CEST')
  })
})

test('a state that was reported after the last sync is known as of its own date', () => {
  const known = { message, events: [], horizon: { lastSync: null, opensRefreshedUntil: null } }
  expect(answer(known, utc)).toContain('not opened as of 2026-11-07 10:50:53 UTC')
})

test('a message without a subject is named so', () => {
  const known = { message: { ...message, subject: ' ' }, events: [], horizon }
  expect(answer(known, utc)).toMatch(/^A message without a subject to ada@x.example was/)
})
