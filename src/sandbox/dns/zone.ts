import { domainToASCII } from 'node:url'
import { domainRecords } from '../store/account/domains.ts'
import type { Domain } from '../store/index.ts'
import type { ZoneRecord } from './wire.ts'

const nameServer = 'ns.mailroom.example'

/** The hosts to which the records of all domains point. */
const own: readonly ZoneRecord[] = [
  { type: 'NS', name: 'mailroom.example', value: nameServer },
  { type: 'A', name: nameServer, value: '127.0.0.1' },
  { type: 'TXT', name: 'spf.mailroom.example', value: 'v=spf1 ip4:192.0.2.0/24 ~all' },
  { type: 'A', name: 'mx.mailroom.example', value: '192.0.2.25' },
  { type: 'A', name: 'track.mailroom.example', value: '192.0.2.80' },
]

/** Returns the sandbox’s DNS records. A domain has those that the service has verified; the others are missing. */
export function zoneOf(domains: readonly Domain[]): ZoneRecord[] {
  return [...own, ...domains.flatMap(recordsOf)]
}

function recordsOf(domain: Domain): ZoneRecord[] {
  const name = domain.sending
  const found = domainRecords(domain).filter(({ verified }) => verified)
  const records = found.map(({ type, name: at, value }) => ({ type, name: at, value }) as ZoneRecord)
  records.push({ type: 'NS', name, value: nameServer })
  if (domain.verifiedDomain) {
    const value = `v=DMARC1; p=quarantine; rua=mailto:${domain.email}`
    records.push({ type: 'TXT', name: `_dmarc.${name}`, value })
  }
  if (domain.secondSpf !== undefined) records.push({ type: 'TXT', name, value: domain.secondSpf })
  // DNS clients ask for the ASCII form of a name with other letters.
  return records.map((record) => ({ ...record, name: domainToASCII(record.name) || record.name }))
}
