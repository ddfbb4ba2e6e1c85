import { expect, test } from 'vitest'
import { accessChoices, accessKinds } from '#shared/contract/base/team/access-log.ts'
import { everyLine, filterOf, kindOptions, loggedOptions, accessText } from './access-text.ts'

test('every kind of line has a text of its own, by which lines can be found', () => {
  const texts = accessKinds.map((kind) => accessText({ kind, person: 'a hash' }))
  expect(new Set(texts).size).toBe(accessKinds.length)
  expect(kindOptions.map(({ value }) => value)).toEqual(['any', ...accessKinds])
  expect(kindOptions.map(({ label }) => label)).toEqual(['Everything', ...texts])
  expect(accessText({ kind: 'searched', person: null })).toBe('Searched for recipients')
})

test('every choice is explained', () => {
  expect(loggedOptions.map(({ value }) => value)).toEqual([...accessChoices])
  for (const { detail } of loggedOptions) expect(detail).toMatch(/^[A-Z].*\.$/)
})

test('only what was entered limits the lines, and a period has the days of the user’s zone', () => {
  expect(filterOf(everyLine, 'Europe/Paris')).toEqual({})
  const period = { from: '2026-03-28', to: '2026-03-29' }
  const entered = { kind: 'opened', who: ' ada ', person: 'bob@example.org ', period } as const
  expect(filterOf(entered, 'Europe/Paris')).toEqual({
    kind: 'opened',
    role: 'ada',
    person: 'bob@example.org',
    since: Date.parse('2026-03-28T00:00:00+01:00'),
    // The clocks went forward during this period.
    until: Date.parse('2026-03-30T00:00:00+02:00'),
  })
})
