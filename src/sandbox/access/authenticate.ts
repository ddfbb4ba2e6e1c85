import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { ServiceError } from '../http/service-error.ts'
import type { Service } from '../operations/service.ts'
import type { ApiKey } from '../store/index.ts'

/** interface.md 5: the user is the SMTP username or the key's own login (its hash), the key is its secret. */
export function authenticate(service: Service, headers: IncomingHttpHeaders, ip: string): ApiKey {
  const { userHeader, keyHeader } = service.settings
  const user = headers[userHeader]
  const secret = headers[keyHeader]
  if (typeof user !== 'string' || user === '' || typeof secret !== 'string' || secret === '') {
    throw unauthorized(`The headers ${userHeader} and ${keyHeader} are required.`)
  }
  return identify(service, user, secret, ip)
}

/** The same check for both doors, HTTP and SMTP. */
export function identify({ keyRing }: Pick<Service, 'keyRing'>, user: string, secret: string, ip: string): ApiKey {
  const key = keyRing.find(secret)
  const isKnown = key !== null && (user === key.hash || user.toLowerCase() === keyRing.username)
  if (!isKnown) throw unauthorized('The user or the key is unknown.')
  refuseUnusable(key, ip, 'This key')
  return key
}

export function refuseUnusable(key: ApiKey, ip: string, named: string): void {
  if (!key.enabled) throw new ServiceError(403, 'key-disabled', `${named} is disabled.`)
  if (key.iPFilterEnabled && !isAllowed(ip, key.allowedIPs)) {
    throw new ServiceError(403, 'ip-not-allowed', `${named} may not be used from ${plainIp(ip)}.`)
  }
}

function unauthorized(sentence: string): ServiceError {
  return new ServiceError(401, 'unauthorized', sentence)
}

/** A dual-stack socket writes IPv4 addresses as `::ffff:127.0.0.1`. */
function plainIp(ip: string): string {
  return ip.startsWith('::ffff:') ? ip.slice(7) : ip
}

function isAllowed(ip: string, allowed: readonly string[]): boolean {
  const address = plainIp(ip)
  const list = new BlockList()
  for (const entry of allowed) {
    const [net = '', bits] = entry.split('/')
    const family = isIP(net)
    if (family === 0) continue
    const name = family === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(net, name)
    else list.addSubnet(net, Number(bits), name)
  }
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** `10.0.0.1`, `10.0.0.0/8` or their IPv6 forms. */
export function isIpOrSubnet(text: string): boolean {
  const [net = '', bits, ...rest] = text.split('/')
  const family = isIP(net)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32))
}
