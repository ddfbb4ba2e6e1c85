import { json, type Answer } from '../http/answer.ts'
import { invalid, notFound } from '../http/service-error.ts'
import { readBodyObject, readInteger, requireKnown, shown } from '../readers/fields.ts'
import type { DedicatedIp } from '../store/index.ts'
import { wireSeconds } from './dates.ts'
import type { Call } from './service.ts'

/** Returns the account’s dedicated addresses, which the service’s documentation does not mention. */
export function listIps({ service }: Call): Answer {
  return json(service.store.ips.list().map(wireIp))
}

export function getIp(call: Call): Answer {
  return json(wireIp(known(call)))
}

export function changeIp(call: Call): Answer {
  const { service, body } = call
  const ip = known(call)
  const given = readBodyObject(body, service.settings, ['type'])
  const type = readInteger(given.type, 'type', { min: 0, max: 1, ...service.settings })
  if (type === undefined) throw invalid('type is required: 0 for transactional, 1 for bulk mail.')
  service.store.ips.write({ ...ip, type: type === 1 ? 1 : 0 })
  return json({ status: 'success' })
}

export function removeIp({ service, params }: Call): Answer {
  if (!service.store.ips.remove(params[0]!)) throw notFound(`There is no IP ${shown(params[0]!)}.`)
  return json({ status: 'success' })
}

function known({ service, params }: Call): DedicatedIp {
  return requireKnown(service.store.ips.get(params[0]!), 'IP', params[0]!)
}

function wireIp({ id, type, ip, expirationDate, subscriptionDate }: DedicatedIp) {
  return {
    id,
    type,
    ip,
    expirationDate: wireSeconds(expirationDate),
    subscriptionDate: wireSeconds(subscriptionDate),
  }
}
