import { isIpOrSubnet } from '../access/ip-filter.ts'
import { json, type Answer } from '../http/answer.ts'
import { invalid } from '../http/service-error.ts'
import { readBodyObject, readFlag, readTexts, requireText, shown, type Reading } from '../readers/fields.ts'
import type { Call } from './service.ts'
import type { ApiKey } from '../store/index.ts'
import { wireTimes } from './dates.ts'

// interface.md 4.13 has both spellings, one in its sample, so strict accepts both.
const fields = ['description', 'iPFilterEnabled', 'allowedIPs', 'ipFilterEnabled', 'allowedIps']

/** 4.13. The key works immediately. */
export function addApiKey({ service, body }: Call): Answer {
  const reading = service.settings
  const given = readBodyObject(body, reading, fields)
  const description = requireText(given.description, 'description')
  const filterField = given.iPFilterEnabled ?? given.ipFilterEnabled
  const allowedIPs = readAddresses(given.allowedIPs ?? given.allowedIps, reading) ?? []
  const iPFilterEnabled = readFlag(filterField, 'iPFilterEnabled', reading) ?? false
  const createdAt = service.clock.now()
  return json(wireKey(service.store.keys.add({ description, iPFilterEnabled, allowedIPs, createdAt })))
}

export function readAddresses(value: unknown, reading: Reading): string[] | undefined {
  const addresses = readTexts(value, 'allowedIPs', reading)
  for (const address of addresses ?? []) {
    if (!isIpOrSubnet(address)) throw invalid(`allowedIPs holds ${shown(address)}, which is not an IP address.`)
  }
  return addresses
}

/** 4.14 */
export function listApiKeys({ service }: Call): Answer {
  return json(service.store.keys.list().map(wireKey))
}

export function wireKey(key: ApiKey) {
  return { ...key, ...wireTimes(key) }
}
