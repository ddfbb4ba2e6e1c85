import type { IncomingMessage } from 'node:http'
import { namesTwoHosts } from '#shared/domain/base/host-lines.ts'
import { invalid } from '../http/service-error.ts'

export const version = '/v1'
export const trackedPath = '/t/'
export const adminPath = '/admin/'
const healthPaths = new Set(['/livez', '/readyz'])

const absolute = /^https?:\/\/([^/?#]*)/i

/**
 * Returns the path and query of a request. If the target is absolute, as clients send it to proxies, its host replaces
 * the Host header.
 */
export function asPath(request: IncomingMessage): string {
  const { url = '/', headers } = request
  if (url.startsWith('/')) return url
  const [origin, host] = absolute.exec(url) ?? []
  if (origin === undefined) return url
  headers.host = host
  const rest = url.slice(origin.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

export function isServicePath(path: string): boolean {
  return path.startsWith(`${version}/`)
}

/** Whether the path is for health checks, tracked addresses or the controls. Requests to these are not logged. */
export function isOwnPath(path: string): boolean {
  return healthPaths.has(path) || path.startsWith(trackedPath) || path.startsWith(adminPath)
}

export function refuseUnclearHost({ rawHeaders, headers, httpVersion }: IncomingMessage): void {
  const isMissing = headers.host === undefined && httpVersion !== '1.0'
  if (isMissing || namesTwoHosts(rawHeaders)) throw invalid('A request must name exactly one host.')
}
