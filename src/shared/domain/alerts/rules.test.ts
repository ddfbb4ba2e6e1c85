import { describe, expect, it } from 'vitest'
import type { AlertCondition, AlertRule, QuietHours } from '../../contract/alerts.ts'
import { english } from '../base/plural.ts'
import { parse } from '../query/parse.ts'
import { rulePresets } from './presets.ts'
import { quietFor } from './quiet-hours.ts'
import { ruleProblem } from './rule-problem.ts'
import { messagesBehind } from './rule-search.ts'
import { conditionText, judgedText } from './rule-text.ts'

const hard = rulePresets[0]!.condition as Extract<AlertCondition, { kind: 'rate' }>
const rule: AlertRule = { id: 'r', name: 'Bounces', isOn: true, zone: 'UTC', search: '', condition: hard }
const google = { id: 'google', name: 'Google' }

describe('A rule', () => {
  it('is refused with a sentence, and every suggestion is accepted', () => {
    const problem = (change: Partial<AlertRule>) => ruleProblem({ ...rule, ...change })
    expect(rulePresets.map(({ name, condition }) => problem({ name, condition }))).toEqual([null, null, null])
    expect(problem({ name: ' ' })).toBe('The rule has no name. Enter one.')
    expect(problem({ search: 'tag:invoice (last:7d OR from:a)' })).toContain('Remove the dates from the search')
    expect(problem({ search: 'tag:"invoice' })).not.toBeNull()
    expect(problem({ condition: { ...hard, end: 0.03 } })).toContain('Enter an end value at or below')
    expect(problem({ condition: { ...hard, measure: 'delivered', limit: 0.9, end: 0.8 } })).toContain('at or above')
    expect(problem({ condition: { ...hard, window: { unit: 'day', count: 31 } } })).toContain('at most 30 days')
    expect(problem({ condition: { ...hard, window: { unit: 'hour', count: 48 } } })).toBeNull()
  })

  it('says in words when it fires, and what was counted', () => {
    const conditions: AlertCondition[] = [
      hard,
      { ...hard, measure: 'delivered', provider: google, limit: 0.95, window: { unit: 'hour', count: 1 } },
      { kind: 'fall', provider: google, limit: 0.05, end: 0.02, minimum: 1000, days: 1 },
      { kind: 'complaints', limit: 1, end: 0, days: 2 },
      { kind: 'silence', hours: 24 },
    ]
    expect(conditions.map((condition) => conditionText(condition, english))).toEqual([
      'Hard bounces over 2% in 7 days, with at least 200 messages',
      'Delivered at Google below 95% in an hour, with at least 200 messages',
      'Delivered at Google fell by more than 5 points in a day, with at least 1,000 messages',
      'More than 1 complaint in 2 days',
      'No messages for 24 hours',
    ])
    const judged = { from: 0, to: 1, value: { part: 41, whole: 1000 }, before: { part: 98, whole: 100 } }
    expect(conditions.map((condition) => judgedText(condition, judged, english))).toEqual([
      '4.1% (41 of 1,000 messages whose outcome is known)',
      '4.1% (41 of 1,000 messages whose outcome is known)',
      '4.1% (41 of 1,000 messages whose outcome is known), previously 98%',
      '41 complaints',
      '41 messages',
    ])
  })

  it('never says by a rounded number the contrary of its verdict', () => {
    const text = (condition: AlertCondition, part: number, whole: number, before = { part: 98, whole: 100 }) =>
      judgedText(condition, { from: 0, to: 1, value: { part, whole }, before }, english).replace(/ \(.*?\)/, '')
    const spam: AlertCondition = { ...hard, measure: 'complaints', limit: 0.001, end: 0.0005 }
    // Above the limit, at the limit, and below it.
    expect([text(spam, 4, 3842), text(spam, 4, 4000), text(spam, 4, 4010)]).toEqual(['0.104%', '0.1%', '0.0998%'])
    // Not yet at the value that ends the alert.
    expect([text(spam, 7, 13_500), text(spam, 7, 13_999)]).toEqual(['0.052%', '0.050004%'])
    const delivered: AlertCondition = { ...hard, measure: 'delivered', limit: 0.95, end: 0.97 }
    expect([text(delivered, 94_998, 100_000), text(delivered, 9413, 10_000)]).toEqual(['94.998%', '94.13%'])
    const fall: AlertCondition = { kind: 'fall', provider: null, limit: 0.03, end: 0.01, minimum: 100, days: 1 }
    const before = { part: 970_449, whole: 1_000_000 }
    expect(text(fall, 940_351, 1_000_000, before)).toBe('94.035%, previously 97.045%')
    expect(conditionText({ ...spam, limit: 0.00125 }, english)).toContain('over 0.125% in')
  })

  it('leads to the messages behind it by a search that can be read back', () => {
    const search = messagesBehind({ ...rule, search: 'tag:a OR tag:b' }, ['gmail.com', 'googlemail.com'])
    expect(search).toBe('(tag:a OR tag:b) (domain:gmail.com OR domain:googlemail.com) state:hardbounced')
    expect(parse(search).errors).toEqual([])
    expect(messagesBehind({ ...rule, condition: { kind: 'silence', hours: 3 } }, null)).toBe('')
    expect(messagesBehind(rule, [])).toBe('domain:none.invalid state:hardbounced')
  })
})

describe('Quiet hours', () => {
  const night = { isOn: true, from: 22 * 60, to: 7 * 60, zone: 'Europe/Paris' }
  const at = (hour: number, minute = 0) => Date.UTC(2026, 0, 15, hour, minute)

  it('pass midnight, by the clock of their zone', () => {
    const isQuiet = (quiet: QuietHours, now: number) => quietFor(quiet, now) > 0
    expect([20, 21, 5, 6].map((hour) => isQuiet(night, at(hour)))).toEqual([false, true, true, false])
    expect(isQuiet({ ...night, isOn: false }, at(23))).toBe(false)
    expect(isQuiet({ ...night, from: 60, to: 120 }, at(0, 30))).toBe(true)
    expect(isQuiet({ ...night, to: night.from }, at(21))).toBe(true)
  })

  it('say how long they last from now on', () => {
    expect(quietFor(night, at(21))).toBe(9 * 3_600_000)
    expect(quietFor(night, at(5, 59) + 30_000)).toBe(30_000)
    expect(quietFor(night, at(12))).toBe(0)
  })
})
