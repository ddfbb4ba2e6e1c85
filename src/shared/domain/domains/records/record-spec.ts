import { bareName } from '../base/bare-name.ts'
import type { RecordKind } from '../../../contract/base/domains/domain-kinds.ts'
import { isSpf } from '../spf/parse-spf.ts'
import type { DnsType } from '../base/dns.ts'

export type RecordSpec = {
  readonly kind: RecordKind
  readonly type: Extract<DnsType, 'TXT' | 'CNAME' | 'MX' | 'A'>
  readonly name: string
  /** Null if the service does not report the value. */
  readonly expected: string | null
}

/** A record of a domain, as the service returns it. */
type ServiceRecord = { readonly type: string; readonly name: string; readonly value: string }

/** The service’s usual selectors, for domains without a reported key; the selector of the 2048-bit key comes first. */
const usualSelectors = ['mta2048', 'mta']

type Known = { readonly name: string; readonly tracking: string; readonly records: readonly ServiceRecord[] }

/** Returns the records to look up: those that the service names, and the others at their usual names. */
export function recordSpecs({ name, tracking, records }: Known): RecordSpec[] {
  const of = (type: string, isIt: (record: ServiceRecord) => boolean) =>
    records.filter((record) => record.type.toUpperCase() === type && isIt(record))
  const keys = of('TXT', (record) => /(?:^|\.)_domainkey(?:\.|$)/i.test(record.name))
  const dkim =
    keys.length > 0 ? keys : usualSelectors.map((selector) => ({ name: `${selector}._domainkey.${name}`, value: null }))
  const spf = of('TXT', ({ value }) => isSpf(value))[0]
  const cname = of('CNAME', () => true)[0]
  const host = bareName(cname?.name ?? tracking)
  const specs: RecordSpec[] = dkim.map((record) => ({
    kind: 'dkim',
    type: 'TXT',
    name: bareName(record.name),
    expected: record.value,
  }))
  specs.push({ kind: 'spf', type: 'TXT', name, expected: spf?.value ?? null })
  specs.push({ kind: 'dmarc', type: 'TXT', name: `_dmarc.${name}`, expected: null })
  if (host !== '')
    specs.push({ kind: 'tracking', type: 'CNAME', name: host, expected: cname ? bareName(cname.value) : null })
  for (const type of ['MX', 'A'] as const) {
    const wanted = of(type, () => true)[0]
    const kind = type === 'MX' ? 'mx' : 'a'
    specs.push({ kind, type, name: bareName(wanted?.name ?? name), expected: wanted ? bareName(wanted.value) : null })
  }
  return specs
}
