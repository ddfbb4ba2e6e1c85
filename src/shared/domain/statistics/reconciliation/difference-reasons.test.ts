import { describe, expect, it } from 'vitest'
import type { ComparedCounts } from '../../../contract/statistics.ts'
import { comparedOf, sideBySide } from './compared-counts.ts'
import { noCounters } from '../counters.ts'
import {
  countsOnEventDay,
  isRepairable,
  reasonsOf,
  reasonsOfCounter,
  type Circumstances,
} from './difference-reasons.ts'
import { reasonSentence } from './reason-sentences.ts'

const day = 86_400
const start = Date.UTC(2026, 10, 1) / 1000
const today = start + 20 * day
const moment = (second: number) => new Date(second * 1000).toISOString().slice(0, 16)

const horizon = {
  completeFrom: start,
  completeUntil: today + 9 * 3600,
  gaps: [],
  detailGaps: [],
  opensRefreshedUntil: today + 9 * 3600,
  lastSync: today + 9 * 3600,
}

function on(at: number, more: Partial<Circumstances> = {}): Circumstances {
  const period = { from: start + at * day, to: start + (at + 1) * day - 1 }
  return { period, horizon, startsAt: start, hasErased: false, now: today + 10 * 3600, ...more }
}

const ten = { ...comparedOf(noCounters()), messages: 10, delivered: 9, softbounced: 1, open: 5, click: 2, opener: 4 }

function reasons(theirs: Partial<ComparedCounts>, circumstances: Circumstances, ours: Partial<ComparedCounts> = {}) {
  return reasonsOf(sideBySide({ ...ten, ...ours }, { ...ten, ...ours, ...theirs }), circumstances)
}

describe('the reason of a difference', () => {
  it('is none where both count the same, whatever the archive lacks', () => {
    expect(reasons({}, on(-3))).toEqual([])
    expect(reasonsOf(sideBySide(ten, { messages: 10, notSent: null }), on(2))).toEqual([])
  })

  it('is a part of the day that nobody read', () => {
    const gaps = [{ from: start + 2 * day, to: start + 2 * day + 3599 }]
    expect(reasons({ messages: 12 }, on(2, { horizon: { ...horizon, gaps } }))).toEqual(['unread'])
    expect(reasons({ messages: 12 }, on(3, { horizon: { ...horizon, gaps } }))).toEqual(['unexplained'])
    const never = { ...horizon, completeFrom: null, completeUntil: null, opensRefreshedUntil: null, lastSync: null }
    expect(reasons({ messages: 12 }, on(2, { horizon: never }))).toEqual(['unread'])
    const stopped = { ...horizon, completeUntil: start + 2 * day + 100 }
    expect(reasons({ messages: 12 }, on(2, { horizon: stopped }))).toEqual(['unread'])
    expect(reasons({ messages: 12 }, on(20, { horizon: stopped }))).toEqual(['unread'])
  })

  it('is the beginning of the archive, which reading again does not move', () => {
    expect(reasons({ messages: 12 }, on(-2))).toEqual(['before-archive'])
    expect(isRepairable(['before-archive'])).toBe(false)
    // Reading back to that point was requested, but has not got that far yet.
    const half = { ...horizon, completeFrom: start + 5 * day }
    expect(reasons({ messages: 12 }, on(2, { horizon: half }))).toEqual(['unread'])
  })

  it('is the day itself while it is not over', () => {
    expect(reasons({ messages: 12 }, on(20))).toEqual(['unfinished'])
    expect(reasons({ open: 6, opener: 5 }, on(20))).toEqual(['unfinished'])
    expect(isRepairable(['unfinished'])).toBe(false)
  })

  it('is an erasure where nothing is unread', () => {
    expect(reasons({ messages: 12 }, on(2, { hasErased: true }))).toEqual(['erased'])
    // Erased people are left out when messages are read.
    expect(isRepairable(['erased'])).toBe(false)
    expect(reasons({ messages: 12 }, on(-2, { hasErased: true }))).toEqual(['before-archive'])
  })

  it('is no erasure for counters that the missing messages cannot account for', () => {
    const ours = { ...ten, unsubscribed: 4 }
    const theirs = { ...ours, messages: 11, delivered: 10, open: 9, complaint: 3 }
    const counters = sideBySide(ours, theirs)
    const found = reasonsOf(counters, on(2, { hasErased: true }))
    expect(found).toEqual(['erased', 'last-state'])
    expect(isRepairable(found)).toBe(false)
    const of = (name: 'messages' | 'delivered' | 'open' | 'complaint') => reasonsOfCounter(name, counters, found)
    expect([of('messages'), of('delivered'), of('open')]).toEqual([['erased'], ['erased'], ['erased']])
    expect(of('complaint')).toEqual(['last-state'])
    // Two more openers than one erased message can account for: these opens came later, and reading again finds them.
    const later = reasonsOf(
      sideBySide(ten, { ...ten, messages: 11, delivered: 10, opener: 7 }),
      on(2, { hasErased: true }),
    )
    expect([later, isRepairable(later)]).toEqual([['erased', 'late'], true])
  })

  it('is told for each counter, where several fit the line', () => {
    const counters = sideBySide(ten, { ...ten, open: 6, opener: 3 })
    const of = (name: 'open' | 'opener') => reasonsOfCounter(name, counters, ['late', 'people'])
    expect([of('open'), of('opener')]).toEqual([['late'], ['people']])
    expect(reasonsOfCounter('messages', counters, ['before-archive', 'unread'])).toEqual(['before-archive', 'unread'])
  })

  it('is that the service forgot messages, which nothing repairs', () => {
    expect(reasons({ messages: 8, open: 2 }, on(2))).toEqual(['kept'])
    expect(isRepairable(['kept'])).toBe(false)
  })

  it('is what came later, for events and for states', () => {
    expect(reasons({ open: 6 }, on(2))).toEqual(['late'])
    expect(reasons({ delivered: 10, softbounced: 0 }, on(2))).toEqual(['late'])
    expect(reasons({ unsubscribed: 1 }, on(2))).toEqual(['late'])
    expect(reasons({ open: 4 }, on(2))).toEqual(['unexplained'])
  })

  it('is the way of counting, where the events are equal', () => {
    expect(reasons({ opener: 3 }, on(2))).toEqual(['people'])
    expect(reasons({ open: 6, opener: 3 }, on(2))).toEqual(['late', 'people'])
    expect(reasons({ unsubscribed: 1 }, on(2), { complaint: 1 })).toEqual(['last-state'])
    expect(reasons({ unsubscribed: 2 }, on(2), { complaint: 1 })).toEqual(['late'])
    // All ten have their outcome: none can have become a second soft bounce, but a delivered message may previously have
    // been one.
    expect(reasons({ softbounced: 2 }, on(2))).toEqual(['last-state'])
    expect(reasons({ softbounced: 2 }, on(2), { delivered: 8 })).toEqual(['late'])
  })

  it('is the day of the event, where days differ and their sums agree', () => {
    const line = (open: number) => sideBySide(ten, { ...ten, open })
    expect(countsOnEventDay([line(3), line(7), line(5)])).toBe(true)
    expect(countsOnEventDay([line(3), line(8)])).toBe(false)
    expect(countsOnEventDay([line(5), line(5)])).toBe(false)
  })
})

describe('the sentence of a reason', () => {
  const facts = { ...on(2), windowDays: 7 }

  it('names what was not read', () => {
    const gaps = [
      { from: start + 2 * day, to: start + 2 * day + 3599 },
      { from: start + 2 * day + 7200, to: start + 2 * day + 10_799 },
    ]
    expect(reasonSentence('unread', { ...facts, horizon: { ...horizon, gaps } }, moment)).toBe(
      'Not in the archive yet: up to 2026-11-03T01:00, 2026-11-03T02:00 to 2026-11-03T03:00.',
    )
    const none = { ...horizon, completeFrom: null, completeUntil: null }
    expect(reasonSentence('unread', { ...facts, horizon: none }, moment)).toBe('This period is not in the archive yet.')
  })

  it('says how far opens were read, and why older ones were not', () => {
    expect(reasonSentence('late', { ...facts, ...on(15) }, moment)).toBe(
      'Opens, clicks and states that came after 2026-11-21T09:00 are not in the archive yet.',
    )
    expect(reasonSentence('late', facts, moment)).toBe(
      'Some opens, clicks or states came later. The sync rereads only the last 7 days.',
    )
  })

  it('says how far a day was read that is still in progress', () => {
    const end = { completeFrom: start, completeUntil: start + 3 * 3600 }
    expect(reasonSentence('unfinished', { ...facts, horizon: { ...horizon, ...end } }, moment)).toBe(
      'The day isn’t over yet. Its messages up to 2026-11-01T03:00 are in the archive.',
    )
    const none = { ...horizon, completeFrom: null, completeUntil: null }
    expect(reasonSentence('unfinished', { ...facts, horizon: none }, moment)).toBe('The day isn’t over yet.')
  })

  it('names the beginning of the archive', () => {
    expect(reasonSentence('before-archive', facts, moment)).toBe(
      'Messages from before 2026-11-01T00:00 are not in the archive.',
    )
  })
})
