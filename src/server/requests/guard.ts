import type { IncomingHttpHeaders } from 'node:http'
import { namesTwoHosts } from '#shared/domain/base/host-lines.ts'
import { Refusal } from './refusal.ts'

export type Knock = { method: string; path: string; headers: IncomingHttpHeaders; rawHeaders: readonly string[] }

const readers = new Set(['GET', 'HEAD'])
const ownSites = new Set(['same-origin', 'none'])

/**
 * Checks whether a request may come from our own page, before reading any of its body. A foreign page can reach
 * loopback in three ways: under another host name (DNS rebinding), which the Host list prevents; by sending without
 * reading, which Origin reveals; and by being embedded from another port of the same host, which counts as the same
 * site and which Sec-Fetch-Site reveals.
 */
export function checkProvenance(knock: Knock, port: number): void {
  if (namesTwoHosts(knock.rawHeaders)) throw new Refusal(400, 'two-hosts', 'A request must name exactly one host.')
  const { host, origin } = knock.headers
  const names = [`127.0.0.1:${port}`, `localhost:${port}`]
  if (host === undefined || !names.includes(host)) {
    throw new Refusal(421, 'wrong-host', `Mailroom responds only to 127.0.0.1:${port}. Open that address instead.`)
  }
  const ownOrigin = `http://${host}`
  if (readers.has(knock.method) ? origin !== undefined && origin !== ownOrigin : origin !== ownOrigin) {
    throw new Refusal(403, 'foreign-origin', 'Mailroom accepts calls only from its own page.')
  }
  const site = knock.headers['sec-fetch-site']
  if (typeof site === 'string' && !ownSites.has(site) && !isArrival(knock)) {
    throw new Refusal(403, 'foreign-origin', 'Mailroom accepts calls only from its own page.')
  }
}

/** Other pages may link to the front page, which shows nothing without a session key. */
function isArrival({ method, path, headers }: Knock): boolean {
  return method === 'GET' && path === '/' && headers['sec-fetch-mode'] === 'navigate'
}
