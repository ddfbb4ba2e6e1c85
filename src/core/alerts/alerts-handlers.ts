import type { AlertRule } from '#shared/contract/alerts.ts'
import type { HandlersOf } from '../base/handlers.ts'
import { knownZone } from '../messages/index.ts'
import type { Alerts } from './alerts.ts'

export function alertsHandlers(alerts: Alerts): HandlersOf<'alerts'> {
  const inKnownZone = (rule: AlertRule): AlertRule => ({ ...rule, zone: knownZone(rule.zone) })
  return {
    'alerts.list': async ({ accountId }) => (await alerts.of(accountId)).list(() => alerts.completeUntil(accountId)),
    'alerts.save': async ({ accountId, rule, isShared }) => {
      await (await alerts.of(accountId)).save(inKnownZone(rule), isShared)
      alerts.judge(accountId)
    },
    'alerts.remove': async ({ accountId, id }) => (await alerts.of(accountId)).remove(id),
    'alerts.try': async ({ accountId, rule }, { signal }) =>
      (await alerts.of(accountId)).try(inKnownZone(rule), signal),
    'alerts.markSeen': async ({ accountId }) => (await alerts.of(accountId)).markSeen(),
    'alerts.setQuiet': async ({ accountId, quiet }) => {
      await (
        await alerts.of(accountId)
      ).setQuiet({ ...quiet, ...(quiet.zone !== undefined && { zone: knownZone(quiet.zone) }) })
      alerts.quietChanged(accountId)
    },
  }
}
