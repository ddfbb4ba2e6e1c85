import { describe, expect, it } from 'vitest'
import { Formats } from '#shared/domain/settings/formats.ts'
import type { AlertCondition, AlertRule } from '#shared/contract/alerts.ts'
import { rulePresets } from '#shared/domain/alerts/presets.ts'
import { ruleProblem } from '#shared/domain/alerts/rule-problem.ts'
import { english } from '#shared/domain/base/plural.ts'
import { ruleDayText, ruleZoneText, searchBehind, windowText } from './alert-times.ts'
import { kinds, RuleForm } from './rule-form.svelte.ts'

const ruleOf = (condition: AlertCondition): AlertRule => ({
  id: 'r',
  name: 'Rule',
  isOn: true,
  zone: 'Europe/Paris',
  search: 'tag:invoice',
  condition,
})
const shares = { limit: 0.0015, end: 0.001, minimum: 300 }
const provider = { id: 'google', name: 'Google' }
const conditions: AlertCondition[] = [
  ...rulePresets.map(({ condition }) => condition),
  { kind: 'rate', measure: 'delivered', provider, ...shares, window: { unit: 'hour', count: 5 } },
  { kind: 'fall', provider, ...shares, days: 2 },
  { kind: 'complaints', limit: 5, end: 2, days: 3 },
]
const formOf = (condition: AlertCondition) => new RuleForm(ruleOf(condition), { isNew: false, formats: english })

describe('The form of a rule', () => {
  it('changes nothing of a rule that is opened and saved', () => {
    for (const condition of conditions) expect(formOf(condition).rule).toEqual(ruleOf(condition))
  })

  it('offers values with every kind that make a rule', () => {
    const form = formOf(rulePresets[0]!.condition)
    const problems = kinds.map(({ value }) => {
      form.choose(value)
      return form.rule && ruleProblem(form.rule)
    })
    expect(problems).toEqual(kinds.map(() => null))
  })

  it('names the rule by what it says, unless the user does', () => {
    const form = formOf(rulePresets[0]!.condition)
    form.name = ' '
    expect(form.rule?.name).toBe('Hard bounces over 2% in 7 days')
    form.limit = undefined
    expect(form.rule).toBeNull()
  })

  it('renames a rule that is named by what it says', () => {
    const { condition } = rulePresets[0]!
    const rule = { ...ruleOf(condition), name: 'Hard bounces over 2% in 7 days' }
    const form = new RuleForm(rule, { isNew: false, formats: english })
    expect(form.rule).toEqual(rule)
    form.limit = 5
    expect(form.rule?.name).toBe('Hard bounces over 5% in 7 days')
  })
})

describe('The window of an alert', () => {
  const second = (day: number, hour: number) => Date.UTC(2026, 0, day, hour) / 1000
  const judged = (from: number, to: number) => ({ from, to, value: { part: 1, whole: 2 }, before: null })
  const british = new Formats(
    { timeZone: 'UTC', dateFormat: 'locale', language: 'en-GB' },
    { systemTimeZone: 'UTC', systemLanguage: 'en-GB' },
  )
  const formats = {
    timeZone: 'Europe/Paris',
    days: british.days.bind(british),
    dateTime: (at: number) => new Date(at).toISOString().slice(0, 16),
  }

  it('is named in the days of its rule, with the zone if the reader has another, or by its hours', () => {
    const days = { from: second(9, 23), to: second(16, 23) }
    expect(windowText(ruleOf(rulePresets[0]!.condition), days, formats)).toMatch(/^10\s*–\s*16 Jan 2026$/u)
    const elsewhere = windowText(ruleOf(rulePresets[0]!.condition), days, { ...formats, timeZone: 'UTC' })
    expect(elsewhere).toMatch(/^10\s*–\s*16 Jan 2026 \(Europe\/Paris\)$/u)
    const hours = { from: second(9, 8), to: second(10, 8) }
    expect(windowText(ruleOf({ kind: 'silence', hours: 24 }), hours, formats)).toBe(
      '2026-01-09T08:00 – 2026-01-10T08:00',
    )
  })

  it('begins on a day of its rule or, if the rule counts hours, on a day of the reader', () => {
    expect(ruleDayText(ruleOf(rulePresets[0]!.condition), second(9, 23), british)).toBe('10 Jan 2026')
    expect(ruleDayText(ruleOf({ kind: 'silence', hours: 24 }), second(9, 23), british)).toBe('9 Jan 2026')
  })

  it('names the zone of its days if the reader has another', () => {
    const byDay = ruleOf(rulePresets[0]!.condition)
    expect(ruleZoneText(byDay, { timeZone: 'UTC' })).toBe(' (Europe/Paris)')
    expect(ruleZoneText(byDay, { timeZone: 'Europe/Paris' })).toBe('')
    expect(ruleZoneText(ruleOf({ kind: 'silence', hours: 24 }), { timeZone: 'UTC' })).toBe('')
  })

  it('becomes a search in the zone of the reader', () => {
    const event = {
      rule: ruleOf(rulePresets[0]!.condition),
      fired: judged(second(9, 23), second(16, 23)),
      messages: 'state:x',
    }
    expect(searchBehind(event, 'Europe/Paris')).toBe('after:2026-01-10 before:2026-01-17 state:x')
    expect(searchBehind(event, 'UTC')).toBe('after:2026-01-09T23:00 before:2026-01-16T23:00 state:x')
  })

  it('leads to what was sent before a silence', () => {
    const event = {
      rule: ruleOf({ kind: 'silence', hours: 24 }),
      fired: judged(second(9, 8), second(10, 8)),
      messages: '',
    }
    expect(searchBehind(event, 'UTC')).toBe('before:2026-01-09T08:00')
    expect(searchBehind({ ...event, messages: 'tag:a tag:b' }, 'UTC')).toBe('before:2026-01-09T08:00 tag:a tag:b')
  })

  it('limits both sides of an OR to the time before a silence', () => {
    const event = {
      rule: ruleOf({ kind: 'silence', hours: 24 }),
      fired: judged(second(9, 8), second(10, 8)),
      messages: 'tag:a OR tag:b',
    }
    expect(searchBehind(event, 'UTC')).toBe('before:2026-01-09T08:00 (tag:a OR tag:b)')
  })
})
