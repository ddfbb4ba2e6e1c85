import { expect, it } from 'vitest'
import { editedRule, ruleProblems, savedRule } from './edited-rules.ts'

it('a rule that is edited and saved unchanged stays the same', () => {
  const rules = [
    { to: '*', kind: 'reply' },
    { to: '*@shop.example', kind: 'out-of-office', after: 1500, probability: 0.0004 },
    { to: 'ada@shop.example', kind: 'report', after: 0, probability: 0 },
  ] as const
  expect(rules.map((rule, at) => savedRule(editedRule(rule, at)))).toEqual(rules)
})

it('wrong fields are named', () => {
  const rule = editedRule({ to: 'shop.example', kind: 'reply' }, 0)
  expect(Object.keys(ruleProblems(rule))).toEqual(['to'])
  expect(Object.keys(ruleProblems({ ...rule, to: ' *@shop.example ', seconds: -1, percent: 101 }))).toEqual([
    'seconds',
    'percent',
  ])
  expect(ruleProblems({ ...rule, to: '*', seconds: 0, percent: 100 })).toEqual({})
})
