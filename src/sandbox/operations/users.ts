import { json, type Answer } from '../http/answer.ts'
import { notFound } from '../http/service-error.ts'
import { requireKnown } from '../readers/fields.ts'
import type { Call } from './service.ts'
import { wireSeconds } from './dates.ts'

/** 4.18 */
export function getUser({ service, params }: Call): Answer {
  return json(requireKnown(service.store.users.get(params[0]!), 'user', params[0]!))
}

export function listUsers({ service }: Call): Answer {
  return json(service.store.users.list())
}

/** Beyond the service’s documentation: the fields that real clients read, along with the account’s id, name and user. */
export function getAccount({ service }: Call): Answer {
  const { store, clock } = service
  const account = store.account()
  if (account === null) throw notFound('There is no account.')
  const createdAt = wireSeconds(account.createdAt)
  const { begin, end } = monthOf(clock.now())
  return json({
    ...account,
    createdAt,
    credits: Math.max(0, creditsOfPlan - service.statistics.sends({ dateBegin: begin, dateEnd: end }).requested),
    creditsSubscription: creditsOfPlan,
    quotaReachedRenew: false,
    quotaReachedPercent: 80,
    automaticSuperiorPlan: false,
    tacitAgreement: 1,
    displayName: account.name,
    formulaTypeName: 'MONTHLY',
    creationDate: createdAt,
    subscriptionDate: createdAt,
    expirationDate: wireSeconds(end),
  })
}

/** Each recipient costs one credit. */
const creditsOfPlan = 1_000_000

/** A plan’s month, which is renewed on the first day, in UTC. */
function monthOf(now: number): { begin: number; end: number } {
  const date = new Date(now)
  const startOf = (month: number): number => Date.UTC(date.getUTCFullYear(), month, 1)
  return { begin: startOf(date.getUTCMonth()), end: startOf(date.getUTCMonth() + 1) }
}
