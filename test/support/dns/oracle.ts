import { createRequire } from 'node:module'
import { spf } from 'mailauth/lib/spf/index.js'
import type { Lookup } from '#shared/domain/domains/base/dns.ts'

type Resolver = (name: string, type: string) => Promise<string[] | string[][]>
type Found = { readonly recordDomain: string; readonly rr: string; readonly p?: string; readonly sp?: string }
type Dmarc = {
  (domain: string, resolver: Resolver, options: { strict: boolean }): Promise<Found | false>
  createRecordLookup(resolver: Resolver, options: { strict: boolean }): unknown
  getOrgDomain(domain: string, lookup: unknown): Promise<string>
  getPolicyTags(record: Found): { p: string; sp?: string } | null
}

// The module has no types.
const dmarc = createRequire(import.meta.url)('mailauth/lib/dmarc/get-dmarc-record.js') as Dmarc

/** The SPF result of another implementation, for a sender that no term in the tests matches. */
export async function oracleSpf(domain: string, lookup: Lookup): Promise<string> {
  const sender = { sender: `a@${domain}`, ip: '203.0.113.77', helo: domain, strict: true }
  return (await spf({ ...sender, resolver: resolverOf(lookup) })).status.result
}

/** The record that another implementation finds for a domain, with its organizational domain and policy. */
export async function oracleDmarc(domain: string, lookup: Lookup) {
  const resolver = resolverOf(lookup)
  const found = await dmarc(domain, resolver, { strict: true })
  const organization = await dmarc.getOrgDomain(domain, dmarc.createRecordLookup(resolver, { strict: true }))
  const tags = found ? dmarc.getPolicyTags(found) : null
  const isOwn = found && found.recordDomain === domain
  return {
    recordDomain: found ? found.recordDomain : null,
    record: found ? found.rr : null,
    policy: tags === null ? null : isOwn ? tags.p : (tags.sp ?? tags.p),
    organization,
  }
}

/** Returns and fails as `node:dns` does. */
function resolverOf(lookup: Lookup): Resolver {
  return async (name, type) => {
    const answer = await lookup(name.toLowerCase(), type as 'A')
    if (answer.kind === 'failed') throw Object.assign(new Error('timed out'), { code: 'ETIMEOUT' })
    if (answer.kind === 'absent') throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
    if (type === 'TXT') return answer.strings.map((strings) => [...strings])
    if (type !== 'MX') return [...answer.values]
    const hosts = answer.values.map((value) => ({ priority: 10, exchange: value.split(' ')[1] ?? '' }))
    return hosts as unknown as string[]
  }
}
