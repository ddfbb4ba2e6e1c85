import { spf } from 'mailauth/lib/spf/index.js'
import { Resolver } from 'node:dns/promises'
import { checkDomain } from '#core/domains/check/check-domain.ts'
import { addressOf, Servers } from '#core/domains/dns/servers.ts'
import { startDns } from '#test/support/dns/dns-service.ts'
import type { Zone } from '#test/support/dns/zone.ts'
import { figure, median, type Print } from '../support/figure.ts'

const rounds = 30
const key = 'MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQC'
const includes = Array.from({ length: 8 }, (_, at) => `i${at}.service.test`)
const zone: Zone = {
  'shop.test NS': ['ns.service.test'],
  'ns.service.test A': ['127.0.0.1'],
  'mail._domainkey.shop.test TXT': [`v=DKIM1; k=rsa; p=${key}`],
  'shop.test TXT': [`v=spf1 ${includes.map((name) => `include:${name}`).join(' ')} ~all`],
  ...Object.fromEntries(includes.map((name, at) => [`${name} TXT`, [`v=spf1 ip4:192.0.2.${at} ~all`]])),
  '_dmarc.shop.test TXT': ['v=DMARC1; p=reject; rua=mailto:d@shop.test'],
  'shop.test MX': ['5 mx.service.test'],
  'shop.test A': ['192.0.2.25'],
  'track.shop.test CNAME': ['track.service.test'],
}
const domain = {
  name: 'shop.test',
  tracking: 'track.shop.test',
  records: [{ type: 'TXT', name: 'mail._domainkey.shop.test', value: `v=DKIM1; k=rsa; p=${key}` }],
  senders: ['shop.test'],
}

/** Checks all records of a domain at a resolver and the zone’s servers; the peer, mailauth, checks only SPF. */
export async function benchDomains(print: Print): Promise<void> {
  const dns = await startDns(zone)
  const ours: number[] = []
  const peer: number[] = []
  try {
    const resolver = new Resolver()
    resolver.setServers([dns.address])
    const sender = { sender: 'a@shop.test', ip: '203.0.113.77', helo: 'shop.test' }
    for (let round = 0; round < rounds; round++) {
      ours.push(await timed(() => check(dns.address)))
      const ask = async (name: string, type: string) => (await resolver.resolve(name, type)) as string[]
      peer.push(await timed(() => spf({ ...sender, resolver: ask })))
    }
  } finally {
    await dns.close()
  }
  const bench = 'domains.check, all records of a domain'
  print(
    figure({ bench, ours: median(ours), peer: median(peer), unit: 'ms', n: rounds, peerName: 'mailauth, SPF alone' }),
  )
}

async function check(address: string): Promise<void> {
  const { signal } = new AbortController()
  const servers = new Servers([addressOf(address)!], { timeout: 3000, signal })
  const { records } = await checkDomain(domain, servers, 0)
  if (records.some(({ state }) => state !== 'right')) throw new Error('A record was not found.')
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
