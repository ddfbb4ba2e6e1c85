import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { AlertRule, RuleStatus } from '#shared/contract/alerts.ts'
import { openMailroom } from './support/open-mailroom.ts'

function listed(name: string, notJudged: RuleStatus['notJudged']) {
  const condition = { kind: 'fall', provider: null, limit: 0.1, end: 0.05, minimum: 1, days: 30 } as const
  const rule: AlertRule = { id: crypto.randomUUID(), name, isOn: true, zone: 'UTC', search: '', condition }
  return { rule, status: { isFiring: false, last: null, notJudged, completeUntil: 0 }, sharedBy: null }
}

test('a rule that looks further back than the archive gives that as the reason', async () => {
  const { calls } = await openMailroom('settings', { scenario: 'empty' })
  const rules = [listed('Too long', 'short'), listed('Too few', 'volume')]
  const quiet = { isOn: false, from: 0, to: 0, zone: 'UTC' }
  calls.set('alerts.list', () => ({ ok: true, output: { rules, events: [], quiet, teamProblem: null } }))
  location.hash = '#/alerts'
  const rule = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  const reason = 'the archive doesn’t go back far enough. If messages are deleted by age, keep them longer.'
  await expect.element(rule('Too long').getByText(reason)).toBeVisible()
  await expect.element(rule('Too few').getByText('There are too few messages to evaluate this rule.')).toBeVisible()
})
