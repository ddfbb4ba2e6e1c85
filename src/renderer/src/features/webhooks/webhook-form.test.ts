import { describe, expect, it, test } from 'vitest'
import { expandEvents, webhookEvents } from '#shared/contract/base/webhooks/webhook-events.ts'
import type { Webhook } from '#shared/contract/webhooks.ts'
import { changeOf, formOf, unknownEvents } from './webhook-form.ts'
import { eventsText } from '#shared/domain/webhooks/webhook-words.ts'

const webhook = (events: string[]): Webhook => ({
  id: '7',
  url: 'https://shop.example/hook',
  description: 'Shop',
  events,
  success: 0,
  errors: 0,
  lastCall: null,
  createdAt: null,
  updatedAt: null,
})

describe('a change of a webhook', () => {
  it.each([['delivered', 'spam'], ['spam'], ['bounced'], ['all'], ['clicked', 'delivered', 'clicked']])(
    'keeps the events %s, %s when only the description is changed',
    (...events) => {
      const before = formOf(webhook(events.filter((name) => name !== undefined)))
      expect(changeOf(before, { ...before, description: 'Store' })).toEqual({ description: 'Store' })
    },
  )

  it('has the events that the user chose', () => {
    const before = formOf(webhook(['bounced', 'spam']))
    expect(before.events).toEqual(['softbounced', 'hardbounced'])
    expect(changeOf(before, { ...before, events: ['hardbounced', 'opened'] })).toEqual({
      events: ['hardbounced', 'opened'],
    })
  })

  it('has nothing when blanks were added around the texts', () => {
    const before = formOf(webhook(['opened']))
    expect(changeOf(before, { ...before, url: ` ${before.url} `, description: 'Shop ' })).toEqual({})
  })
})

test('events that Mailroom does not know are named', () => {
  expect(unknownEvents(webhook(['bounced', 'spam', 'all', 'constructor']))).toEqual(['spam', 'constructor'])
})

test('groups of events are expanded, and each event is there once', () => {
  expect(expandEvents(['bounced', 'delivered', 'spam', 'softbounced', 'spam'])).toEqual([
    'delivered',
    'softbounced',
    'hardbounced',
    'spam',
  ])
  expect(expandEvents(['all'])).toEqual(webhookEvents)
  expect(eventsText(['bounced', 'spam'])).toBe('Soft bounce, Hard bounce, spam')
  expect(eventsText(['all'])).toBe('All events')
  expect(eventsText(['all', 'spam'])).toBe('All events, spam')
})
