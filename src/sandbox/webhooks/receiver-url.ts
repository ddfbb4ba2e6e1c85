import type { LookupFunction } from 'node:net'
import { isLoopback } from '#shared/domain/base/host-name.ts'
import { invalid } from '../http/service-error.ts'
import { shown } from '../readers/fields.ts'

/**
 * Accepts a URL only if it is on this computer or the user has allowed its host by name. A program with a key for the
 * sandbox must not be able to reach into the network.
 */
export function readReceiverUrl(text: string, allowedHosts: readonly string[]): URL {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw invalid(`url must be an http or https address, not ${shown(text)}.`)
  }
  if (url.username !== '' || url.password !== '') throw invalid('url must not contain a user or a password.')
  const host = url.hostname.toLowerCase()
  // With a dot at the end, `localhost` would be looked up by DNS instead of on this computer.
  if (host.endsWith('.')) throw invalid('The host in url must not end with a dot.')
  // `URL` has converted every notation of an IPv4 address to its plain form.
  if (isLoopback(host) || allowedHosts.some((allowed) => allowed.toLowerCase() === host)) return url
  throw invalid(
    `The sandbox calls only this computer. To allow ${shown(host)}, name it as a webhook host when you start the sandbox.`,
  )
}

const ownAddresses = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/**
 * Looks up this computer’s names without DNS, because a DNS server must not be able to point them elsewhere. Undefined
 * for other hosts.
 */
export function lookupOf({ hostname }: URL): LookupFunction | undefined {
  if (!isLoopback(hostname)) return undefined
  return (_name, { all }, done) => {
    if (all === true) done(null, ownAddresses)
    else done(null, ownAddresses[0]!.address, ownAddresses[0]!.family)
  }
}
