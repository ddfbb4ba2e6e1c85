import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { AlertEvent, AlertRule, RuleStatus } from '#shared/contract/alerts.ts'
import { openMailroom } from './support/open-mailroom.ts'

function listed(name: string, notJudged: RuleStatus['notJudged']) {
  const condition = { kind: 'fall', provider: null, limit: 0.1, end: 0.05, minimum: 1, days: 30 } as const
  const rule: AlertRule = { id: crypto.randomUUID(), name, isOn: true, zone: 'UTC', search: '', condition }
  return { rule, status: { isFiring: false, last: null, notJudged, completeUntil: 0 }, sharedBy: null }
}

const quiet = { isOn: false, from: 0, to: 0, zone: 'UTC' }

test('a rule that looks further back than the archive gives that as the reason', async () => {
  const { calls } = await openMailroom('settings', { scenario: 'empty' })
  const rules = [listed('Too long', 'short'), listed('Too few', 'volume')]
  calls.set('alerts.list', () => ({ ok: true, output: { rules, events: [], quiet, teamProblem: null } }))
  location.hash = '#/alerts'
  const rule = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  const reason = 'the archive doesn’t go back far enough. If messages are deleted by age, keep them longer.'
  await expect.element(rule('Too long').getByText(reason)).toBeVisible()
  await expect.element(rule('Too few').getByText('There are too few messages to evaluate this rule.')).toBeVisible()
})

test('an alert counts as seen only once the window is visible', async () => {
  const { calls } = await openMailroom('settings', { scenario: 'empty' })
  const { rule } = listed('Fallen', null)
  const fired = { from: 0, to: 86_400, value: { part: 1, whole: 2 }, before: null }
  const ending = { ended: null, endedAt: null, endedBy: null }
  const event: AlertEvent = { id: crypto.randomUUID(), rule, fired, firedAt: 0, ...ending, messages: '' }
  let seen = 0
  calls.set('alerts.list', () => ({ ok: true, output: { rules: [], events: [event], quiet, teamProblem: null } }))
  calls.set('alerts.markSeen', () => ({ ok: true, output: void (seen += 1) }))
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  onTestFinished(() => visibility.mockRestore())
  location.hash = '#/alerts'
  await expect.element(page.getByText('Fallen').first()).toBeVisible()
  expect(seen).toBe(0)
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(() => seen).toBe(1)
})
