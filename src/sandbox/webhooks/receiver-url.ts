import { isLoopback } from '#shared/domain/base/host-name.ts'
import { invalid } from '../http/service-error.ts'
import { shown } from '../readers/fields.ts'

/**
 * A URL that the sandbox may call. Only this computer, unless the user allowed a host by name: a program with a sandbox key
 * must not be able to use it to reach into the network.
 */
export function readReceiverUrl(text: string, allowedHosts: readonly string[]): URL {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw invalid(`url must be an http or https address, not ${shown(text)}.`)
  }
  if (url.username !== '' || url.password !== '') throw invalid('url must not contain a user or a password.')
  const host = url.hostname.toLowerCase()
  // `URL` has converted every notation of an IPv4 address to its plain form.
  if (isLoopback(host) || allowedHosts.some((allowed) => allowed.toLowerCase() === host)) return url
  throw invalid(`The sandbox calls only this computer. To allow ${shown(host)}, name it when you start the sandbox.`)
}
