import type { IncomingHttpHeaders } from 'node:http'
import type { ServiceSettings } from '../base/options.ts'
import { ServiceError } from '../http/service-error.ts'
import type { ApiKey } from '../store/index.ts'
import { isAllowedIp, plainIp } from './ip-filter.ts'
import type { KeyRing } from './key-ring.ts'

/** Checks an HTTP call’s headers and returns its key. */
export function authenticate(
  { keyRing, settings }: { keyRing: KeyRing; settings: Pick<ServiceSettings, 'userHeader' | 'keyHeader'> },
  headers: IncomingHttpHeaders,
  ip: string,
): ApiKey {
  const { userHeader, keyHeader } = settings
  const user = headers[userHeader]
  const secret = headers[keyHeader]
  if (typeof user !== 'string' || user === '' || typeof secret !== 'string' || secret === '') {
    throw unauthorized(`The headers ${userHeader} and ${keyHeader} are required.`)
  }
  return identify(keyRing, { user, secret, ip })
}

/**
 * Shared by HTTP and SMTP. As the service documents (5), the user is the SMTP username or the key’s own login (its
 * hash), and the password is the key’s secret.
 */
export function identify(keyRing: KeyRing, { user, secret, ip }: { user: string; secret: string; ip: string }): ApiKey {
  const key = keyRing.find(secret)
  const isKnown = key !== null && (user === key.hash || user.toLowerCase() === keyRing.username)
  if (!isKnown) throw unauthorized('The user or the key is unknown.')
  refuseUnusable(key, ip, 'This key')
  return key
}

export function refuseUnusable(key: ApiKey, ip: string, subject: string): void {
  if (!key.enabled) throw new ServiceError(403, 'key-disabled', `${subject} is disabled.`)
  if (key.iPFilterEnabled && !isAllowedIp(ip, key.allowedIPs)) {
    throw new ServiceError(403, 'ip-not-allowed', `${subject} can’t be used from ${plainIp(ip)}.`)
  }
}

function unauthorized(sentence: string): ServiceError {
  return new ServiceError(401, 'unauthorized', sentence)
}
