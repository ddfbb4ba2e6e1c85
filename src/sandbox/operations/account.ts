import { json, type Answer } from '../http/answer.ts'
import { notFound } from '../http/service-error.ts'
import type { Call } from './service.ts'
import { wireSeconds } from './dates.ts'

/**
 * Returns the account’s id, name and user, and other fields that real clients read. The service’s documentation
 * mentions none of this.
 */
export function getAccount({ service }: Call): Answer {
  const { store, credits } = service
  const account = store.account()
  if (account === null) throw notFound('There is no account.')
  const createdAt = wireSeconds(account.createdAt)
  return json({
    ...account,
    createdAt,
    credits: credits.left(),
    creditsSubscription: credits.ofPlan,
    quotaReachedRenew: false,
    quotaReachedPercent: 80,
    automaticSuperiorPlan: false,
    tacitAgreement: 1,
    displayName: account.name,
    formulaTypeName: 'MONTHLY',
    creationDate: createdAt,
    subscriptionDate: createdAt,
    expirationDate: wireSeconds(credits.renewal()),
  })
}

export function getCredits({ service }: Call): Answer {
  return json({ credits: service.credits.left() })
}
