import type { DnsAnswer, DnsFailure, DnsType, Lookup } from '#shared/domain/domains/base/dns.ts'

/**
 * The records of a server: the values of `example.com TXT`, or how the lookup fails. A TXT value may be a list of
 * strings.
 */
export type Zone = Record<string, readonly (string | readonly string[])[] | DnsFailure>

/** A lookup in a zone, without a network. */
export function zoneLookup(zone: Zone): Lookup {
  return (name, type) => Promise.resolve(answerFrom(zone, name, type))
}

function answerFrom(zone: Zone, name: string, type: DnsType): DnsAnswer {
  const found = zone[`${name} ${type}`]
  if (typeof found === 'string') return { kind: 'failed', why: found }
  if (found) {
    const strings = found.map((value) => (typeof value === 'string' ? [value] : value))
    return { kind: 'found', values: strings.map((parts) => parts.join('')), strings, ttl: 300, via: [] }
  }
  const exists = Object.keys(zone).some((key) => key.startsWith(`${name} `))
  return { kind: 'absent', why: exists ? 'no-data' : 'no-name', ttl: 300 }
}
