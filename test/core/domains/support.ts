import { onTestFinished } from 'vitest'
import type { CheckedRecord, DomainCheck } from '#shared/contract/domains.ts'
import { checkDomain, type CheckedDomain } from '#core/domains/check/check-domain.ts'
import { addressOf, Servers } from '#core/domains/dns/servers.ts'
import { startDns, type DnsService } from '#test/support/dns/dns-service.ts'
import type { Zone } from '#test/support/dns/zone.ts'

/** Long enough for a busy machine. The full time passes only when a server does not respond. */
const patience = 400

export async function aDns(zone: Zone): Promise<DnsService> {
  const dns = await startDns(zone)
  onTestFinished(() => dns.close())
  return dns
}

export function serversAt(...services: readonly Pick<DnsService, 'address'>[]): Servers {
  const { signal } = new AbortController()
  return new Servers(
    services.map(({ address }) => addressOf(address)!),
    { timeout: patience, signal },
  )
}

/** A port of this machine on which nothing listens. */
export const nobody = { address: '127.0.0.1:9' }

const key = 'MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQC'
export const shop: CheckedDomain = {
  name: 'shop.test',
  tracking: 'track.shop.test',
  records: [
    { type: 'TXT', name: 'mail._domainkey.shop.test', value: `v=DKIM1; k=rsa; p=${key}` },
    { type: 'TXT', name: 'shop.test', value: 'v=spf1 include:spf.service.test ~all' },
    { type: 'MX', name: 'shop.test', value: '10 mx.service.test' },
    { type: 'A', name: 'shop.test', value: '192.0.2.25' },
    { type: 'CNAME', name: 'track.shop.test', value: 'track.service.test' },
  ],
  senders: [],
}

/** A zone without problems, whose name server is the test’s server. */
export const rightZone: Zone = {
  'shop.test NS': ['ns.service.test'],
  'ns.service.test A': ['127.0.0.1'],
  'mail._domainkey.shop.test TXT': [['v=DKIM1; k=rsa; ', `p=${key}`]],
  'shop.test TXT': ['hello', 'v=spf1 include:spf.service.test ~all'],
  'spf.service.test TXT': ['v=spf1 ip4:192.0.2.0/24 -all'],
  '_dmarc.shop.test TXT': ['v=DMARC1; p=reject; rua=mailto:d@shop.test'],
  'shop.test MX': ['5 MX.service.test'],
  'shop.test A': ['192.0.2.25'],
  'track.shop.test CNAME': ['track.service.test'],
  'track.service.test A': ['192.0.2.80'],
}

export async function checkAt(servers: Servers, domain: CheckedDomain = shop): Promise<DomainCheck> {
  return checkDomain(domain, servers, 0)
}

export function recordOf({ records }: DomainCheck, kind: CheckedRecord['kind']): CheckedRecord {
  return records.find((record) => record.kind === kind)!
}

export function textsOf({ findings }: CheckedRecord): string {
  return findings.map(({ text }) => text).join(' ')
}
