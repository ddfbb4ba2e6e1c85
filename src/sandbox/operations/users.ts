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

export function getAccount({ service }: Call): Answer {
  const account = service.store.account()
  if (account === null) throw notFound('There is no account.')
  return json({ ...account, createdAt: wireSeconds(account.createdAt) })
}
