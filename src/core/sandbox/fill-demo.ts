import { randomUUID } from 'node:crypto'
import type { Account } from '#shared/contract/accounts.ts'
import type { AlertRule } from '#shared/contract/alerts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Alerts } from '../alerts/index.ts'
import type { Ground } from '../base/room.ts'
import { formatsOf, type Settings } from '../settings/index.ts'
import type { Templates } from '../templates/index.ts'

export type DemoNeeds = Pick<Ground, 'ports'> & {
  readonly accounts: Accounts
  readonly alerts: Alerts
  readonly settings: Settings
  readonly templates: Templates
}

/**
 * This rule is triggered by the demo’s own data: four days before the last day, the domain disappeared during a mailing
 * to its students.
 */
const demoRule: Omit<AlertRule, 'zone'> = {
  // The id never changes, so that exploring the demo from two windows at the same time adds only one rule.
  id: 'd3a10a1e-57f4-4c1b-9b0e-6d0c0f1e2a01',
  name: 'Bounces at uni-nord.example',
  isOn: true,
  search: 'domain:uni-nord.example',
  condition: {
    kind: 'rate',
    measure: 'hard',
    provider: null,
    limit: 0.05,
    end: 0.03,
    minimum: 20,
    window: { unit: 'day', count: 7 },
  },
}
const templateWithHistory = 'Shipping notice'

/**
 * Gives a new demo account data that no service stores: an alert rule and a template’s history. If this fails, the
 * account can still be explored.
 */
export async function fillDemo(account: Account, needs: DemoNeeds): Promise<void> {
  try {
    const { alerts, settings } = needs
    const { timeZone } = formatsOf({ settings }, null)
    await (await alerts.of(account.id)).save({ ...demoRule, zone: timeZone })
    alerts.judge(account.id)
    await changeTemplate(account.id, needs)
  } catch (thrown) {
    const { message, details } = AppError.from(thrown)
    needs.ports.logger.log('warn', `The demo is incomplete: ${message}`, details)
  }
}

/** Saves a template from Mailroom, then directly through the service, as another of the shop’s programs would. */
async function changeTemplate(accountId: string, { accounts, templates }: DemoNeeds): Promise<void> {
  const { signal } = new AbortController()
  const { templates: listed } = await templates.list(accountId, signal)
  const found = listed?.find(({ description }) => description === templateWithHistory)
  if (!found) return
  const { id } = found
  const { template, version } = await templates.get(accountId, id, signal)
  if (!template) return
  const { description, from, subject, html, text } = template
  const saved = { description, from, subject: 'Your order {{order}} is on its way', html, text }
  await templates.update({ accountId, id, effectId: randomUUID(), base: version, content: saved, of: null }, signal)
  const personalName = `${from.name} shipping`
  const changed = { description, from: { ...from, personalName }, subject, htmlContent: html, textContent: text }
  await accounts.client(accountId).templates.update(id, changed, { effectId: randomUUID(), signal })
  await templates.get(accountId, id, signal)
}
