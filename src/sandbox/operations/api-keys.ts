import { isIpOrSubnet } from '../access/ip-filter.ts'
import { json, type Answer } from '../http/answer.ts'
import { invalid, notFound } from '../http/service-error.ts'
import {
  readBodyObject,
  readFlag,
  readText,
  readTexts,
  requireKnown,
  requireText,
  shown,
  type Reading,
} from '../readers/fields.ts'
import type { ApiKey } from '../store/index.ts'
import { sendNotice } from './notices.ts'
import type { Call } from './service.ts'
import { mainUser } from './users.ts'
import { wireTimes } from './dates.ts'

// The service’s documentation (4.13) uses both spellings, one of them in its sample, so both are accepted even in
// strict mode.
const fields = ['description', 'iPFilterEnabled', 'allowedIPs', 'ipFilterEnabled', 'allowedIps']

/** Implements section 4.13 of the service’s documentation. The key works at once. */
export function addApiKey({ service, body }: Call): Answer {
  const reading = service.settings
  const given = readBodyObject(body, reading, fields)
  const description = readDescription(given.description, reading)
  const filterField = given.iPFilterEnabled ?? given.ipFilterEnabled
  const allowedIPs = readAddresses(given.allowedIPs ?? given.allowedIps, reading) ?? []
  const iPFilterEnabled = readFlag(filterField, 'iPFilterEnabled', reading) ?? false
  const createdAt = service.clock.now()
  return json(wireKey(service.store.keys.add({ description, iPFilterEnabled, allowedIPs, createdAt })))
}

/** Real clients also send an empty description. */
function readDescription(value: unknown, { strict }: Reading): string {
  return !strict && value === '' ? '' : requireText(value, 'description')
}

export function readAddresses(value: unknown, reading: Reading): string[] | undefined {
  const addresses = readTexts(value, 'allowedIPs', reading)
  for (const address of addresses ?? []) {
    if (!isIpOrSubnet(address)) throw invalid(`allowedIPs holds ${shown(address)}, which is not an IP address.`)
  }
  return addresses
}

/** Implements section 4.14 of the service’s documentation. */
export function listApiKeys({ service }: Call): Answer {
  return json(service.store.keys.list().map(wireKey))
}

export function getApiKey({ service, params }: Call): Answer {
  return json(wireKey(requireKnown(service.store.keys.get(params[0]!), 'API key', params[0]!)))
}

/** Missing fields remain unchanged. */
export function changeApiKey({ service, params, body }: Call): Answer {
  const { store, clock, keyRing, settings } = service
  const given = readBodyObject(body, settings, fields)
  const change = {
    description: readText(given.description, 'description'),
    iPFilterEnabled: readFlag(given.iPFilterEnabled ?? given.ipFilterEnabled, 'iPFilterEnabled', settings),
    allowedIPs: readAddresses(given.allowedIPs ?? given.allowedIps, settings),
  }
  const known = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  if (Object.keys(known).length === 0) throw invalid('The request changes nothing.')
  requireKnown(store.keys.update(params[0]!, { ...known, updatedAt: clock.now() }), 'API key', params[0]!)
  keyRing.clear()
  return json({ status: 'success' })
}

/** Sends the account’s user an email that confirms that the key works. */
export async function testApiKey(call: Call): Promise<Answer> {
  const { service, params } = call
  const { description, hash, enabled } = requireKnown(service.store.keys.get(params[0]!), 'API key', params[0]!)
  const state = enabled ? 'enabled' : 'disabled'
  await sendNotice(call, mainUser(service).username, {
    subject: 'Test of an API key',
    text: `The API key “${description}” (${hash}) is ${state}.`,
  })
  return json({ status: 'success' })
}

/** The old secret stops working at once. The new one isn’t in the response: a client gets it by reading the key. */
export function regenerateApiKey({ service, params }: Call): Answer {
  const { store, clock, keyRing } = service
  requireKnown(store.keys.regenerate(params[0]!, clock.now()), 'API key', params[0]!)
  keyRing.clear()
  return json({ status: 'success' })
}

/** A call may remove its own key. The next call with it is refused. */
export function removeApiKey({ service, params }: Call): Answer {
  const { store, keyRing } = service
  if (!store.keys.remove(params[0]!)) throw notFound(`There is no API key ${shown(params[0]!)}.`)
  keyRing.clear()
  return json({ status: 'success' })
}

export function wireKey(key: ApiKey) {
  return { ...key, ...wireTimes(key) }
}
