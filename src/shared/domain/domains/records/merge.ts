import { isDmarc, parseDmarc, type Policy } from '../dmarc/parse-dmarc.ts'
import { isSpf, parseSpf, type SpfMechanism, type SpfTerm } from '../spf/parse-spf.ts'
import { readTags } from '../base/tag-list.ts'

/** Creates the single SPF record that a domain may have, from all published terms and those that the service needs. */
export function mergedSpf(published: readonly string[], wanted: string | null): string {
  const records = [...published.filter(isSpf), ...(wanted === null ? [] : [wanted])]
  const terms = records.flatMap((record) => parseSpf(record).filter((term) => term.kind !== 'broken'))
  const redirects = terms.filter((term) => term.kind === 'modifier' && term.name === 'redirect')
  const others = unique(terms.filter((term) => !isAll(term) && !isRedirect(term) && !isVersion(term)))
  const ends = records.flatMap(endsOf)
  // Receivers ignore a redirect if the record has an `all`. A redirect on its own is kept, because its target contains
  // the `all`.
  if (others.length === 0 && ends.length === 0 && redirects[0]) return `v=spf1 ${redirects[0].text}`
  const included = redirects.map((term) => `include:${term.kind === 'modifier' ? term.value : ''}`)
  const texts = [...new Set([...others.map(({ text }) => text), ...included])]
  return ['v=spf1', ...texts, `${softest(ends)}all`].join(' ')
}

/** Whether a record contains every term that the service needs. */
export function hasTerms(record: string, wanted: string): boolean {
  const has = new Set(parseSpf(record).map(({ text }) => bare(text)))
  return needed(wanted).every((text) => has.has(bare(text)))
}

export function missingTerms(record: string, wanted: string): string[] {
  const has = new Set(parseSpf(record).map(({ text }) => bare(text)))
  return needed(wanted).filter((text) => !has.has(bare(text)))
}

/**
 * Creates the one DMARC record that a domain may have. It has the weakest of the published policies and all addresses
 * for reports.
 */
export function mergedDmarc(published: readonly string[]): string {
  const records = published.filter(isDmarc)
  if (records.length === 0) return 'v=DMARC1; p=none'
  const tags = new Map<string, string>()
  for (const record of records) {
    for (const [name, value] of readTags(record).tags) if (!tags.has(name)) tags.set(name, value)
  }
  const policies = records.map((record) => parseDmarc(record)?.p).filter((p): p is Policy => p != null)
  const order: readonly Policy[] = ['none', 'quarantine', 'reject']
  const p = order.find((policy) => policies.includes(policy)) ?? 'none'
  for (const name of ['rua', 'ruf']) {
    const all = records.flatMap((record) => (readTags(record).tags.get(name) ?? '').split(','))
    const addresses = [...new Set(all.map((address) => address.trim()).filter((address) => address !== ''))]
    if (addresses.length > 0) tags.set(name, addresses.join(','))
  }
  const rest = [...tags].filter(([name]) => !['v', 'p', 'pct', 'rf', 'ri'].includes(name))
  return ['v=DMARC1', `p=${p}`, ...rest.map(([name, value]) => `${name}=${value}`)].join('; ')
}

function needed(wanted: string): string[] {
  return parseSpf(wanted)
    .filter((term) => term.kind === 'mechanism' && term.name !== 'all')
    .map(({ text }) => text)
}

/** Receivers ignore case, and treat a missing qualifier as `+`. */
function bare(text: string): string {
  return text.toLowerCase().replace(/^\+/, '')
}

/**
 * Returns the most lenient qualifier of the `all` terms, because a stricter one might cause mail that arrives today to
 * be refused. `+all` is left out, because it lets everybody send.
 */
function softest(ends: readonly SpfMechanism['qualifier'][]): string {
  const order = ['?', '~', '-'] as const
  return order.find((qualifier) => ends.includes(qualifier)) ?? '~'
}

function endsOf(record: string): SpfMechanism['qualifier'][] {
  const all = parseSpf(record).find(isAll)
  return all?.kind === 'mechanism' ? [all.qualifier] : []
}

function unique(terms: readonly SpfTerm[]): SpfTerm[] {
  const seen = new Set<string>()
  return terms.filter(({ text }) => !seen.has(bare(text)) && seen.add(bare(text)))
}

function isAll(term: SpfTerm): boolean {
  return term.kind === 'mechanism' && term.name === 'all'
}

function isRedirect(term: SpfTerm): boolean {
  return term.kind === 'modifier' && term.name === 'redirect'
}

/** Whether a term is the version of a second record. That happens if two records were joined by mistake. */
function isVersion(term: SpfTerm): boolean {
  return term.kind === 'modifier' && term.name === 'v'
}
