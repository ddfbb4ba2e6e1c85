import { plural, english } from '../../base/plural.ts'
import { failureText, type DnsAnswer, type Lookup } from '../base/dns.ts'
import { error, note, warning, type Finding } from '../base/finding.ts'
import { isSpf, parseSpf, type SpfMechanism, type SpfTerm } from './parse-spf.ts'

/** If a record needs more lookups, receivers treat it as broken (RFC 7208, 4.6.4). */
export const mostSpfLookups = 10
export const mostVoidLookups = 2
const mostMxHosts = 10
/** A record may contain thousands of terms. After this many lookups, the other terms are neither counted nor shown. */
const mostCounted = 100
const notFollowed = `Not followed, because receivers stop after ${mostSpfLookups} lookups.`

export type SpfNode = {
  readonly domain: string
  /** Null unless there is exactly one record. */
  readonly record: string | null
  readonly branches: readonly SpfBranch[]
  readonly problem: string | null
}
export type SpfBranch = {
  readonly text: string
  /** How many lookups the term needs, together with everything below it. */
  readonly cost: number
  readonly isVoid: boolean
  readonly problem: string | null
  readonly below: SpfNode | null
}
export type SpfCount = {
  readonly tree: SpfNode
  readonly lookups: number
  readonly voids: number
  /**
   * What a receiver finds for a sender that no term covers. `temperror`: a lookup failed, so the count is incomplete.
   */
  readonly result: 'ok' | 'none' | 'permerror' | 'temperror'
  /** Whether mail from any server in the world passes. */
  readonly passesAll: boolean
  readonly findings: readonly Finding[]
}

/**
 * Counts the lookups of a record, without making more of them than receivers do. Beyond that, the terms of records that
 * are already known are still counted, so that users see how far they are above the limit.
 */
export async function countSpf(domain: string, lookup: Lookup): Promise<SpfCount> {
  const counter = new Counter(lookup)
  const root = await counter.node(domain, [])
  const { lookups, voids } = counter
  const findings = [...counter.findings]
  if (lookups > mostSpfLookups) {
    const text = counter.isCut
      ? `The record needs at least ${lookups} lookups, but receivers stop after ${mostSpfLookups}. Remove senders you no longer use, or replace an include with its addresses.`
      : `The record needs ${lookups} lookups, but receivers stop after ${mostSpfLookups}. Remove senders you no longer use, or replace an include with its addresses.`
    findings.unshift(error(text))
  } else if (lookups > mostSpfLookups - 2) {
    findings.push(warning(`The record uses ${lookups} of the ${mostSpfLookups} lookups that receivers allow.`))
  }
  if (voids > mostVoidLookups) {
    const text = `${plural(english, voids, 'lookup')} found nothing, and receivers stop after ${mostVoidLookups}. Remove the terms that find nothing.`
    findings.unshift(error(text))
  } else if (voids > 0) findings.push(warning(`${plural(english, voids, 'lookup')} found nothing.`))
  if (root.passesAll) findings.unshift(error('The record lets any server in the world send for this domain.'))
  const isOver = lookups > mostSpfLookups || voids > mostVoidLookups
  const result = root.isAbsent
    ? 'none'
    : isOver || counter.isBroken
      ? 'permerror'
      : counter.hasFailed
        ? 'temperror'
        : 'ok'
  return { tree: root.node, lookups, voids, result, passesAll: root.passesAll, findings }
}

type Counted = { readonly node: SpfNode; readonly isAbsent: boolean; readonly passesAll: boolean }

class Counter {
  lookups = 0
  voids = 0
  isBroken = false
  hasFailed = false
  /** Whether some targets were not looked up, so that the cost of their terms is unknown. */
  isCut = false
  readonly findings: Finding[] = []
  readonly #lookup: Lookup
  readonly #answers = new Map<string, Promise<DnsAnswer>>()

  constructor(lookup: Lookup) {
    this.#lookup = lookup
  }

  async node(domain: string, above: readonly string[]): Promise<Counted> {
    const answer = await this.#ask(domain, 'TXT')
    if (answer.kind === 'failed') return this.#without(domain, this.#failed(domain, answer.why))
    const records = answer.kind === 'found' ? answer.values.filter(isSpf) : []
    if (records.length === 0) {
      if (answer.kind === 'absent' && above.length > 0) this.voids++
      return { ...this.#without(domain, 'There is no SPF record at this name.'), isAbsent: true }
    }
    if (records.length > 1) {
      const text = `${domain} has ${records.length} SPF records, so receivers use none of them.`
      return this.#without(domain, this.#broken(text))
    }
    return this.#expanded(domain, records[0]!, above)
  }

  async #expanded(domain: string, record: string, above: readonly string[]): Promise<Counted> {
    if (!/^[\x20-\x7e]*$/.test(record))
      this.#broken(`The record of ${domain} contains non-ASCII characters. Remove them.`)
    const terms = parseSpf(record)
    this.#judge(domain, record, terms, above.length === 0)
    const branches: SpfBranch[] = []
    let passesAll = false
    const end = terms.findIndex((term) => term.kind === 'mechanism' && term.name === 'all')
    for (const [at, term] of terms.entries()) {
      const isIgnored = end >= 0 && (at > end || isRedirect(term))
      // A redirect counts at the end, regardless of its position.
      if (isIgnored || isRedirect(term)) continue
      if (this.lookups >= mostCounted) {
        this.isCut = true
        break
      }
      const branch = await this.#branch(domain, term, above)
      branches.push(branch.branch)
      passesAll ||= branch.passesAll
    }
    const redirect = end < 0 ? terms.find(isRedirect) : undefined
    if (redirect) {
      const branch = await this.#branch(domain, redirect, above)
      branches.push(branch.branch)
      passesAll ||= branch.passesAll
    }
    return { node: { domain, record, branches, problem: null }, isAbsent: false, passesAll }
  }

  async #branch(
    domain: string,
    term: SpfTerm,
    above: readonly string[],
  ): Promise<{ branch: SpfBranch; passesAll: boolean }> {
    const before = this.lookups
    const plain = (problem: string | null = null, isVoid = false) => ({
      branch: { text: term.text, cost: this.lookups - before, isVoid, problem, below: null },
      passesAll: false,
    })
    if (term.kind === 'broken') return plain(`${term.why}.`)
    const target = targetOf(term, domain)
    if (term.kind === 'modifier' && target === null) return plain()
    if (term.kind === 'mechanism') {
      if (term.name === 'all') return { ...plain(), passesAll: term.qualifier === '+' }
      if (term.name === 'ip4' || term.name === 'ip6') {
        return { ...plain(), passesAll: term.qualifier === '+' && /\/0$/.test(term.text) }
      }
    }
    this.lookups++
    if (target === null || target.includes('%') || (term.kind === 'mechanism' && term.name === 'ptr')) return plain()
    if (term.kind === 'mechanism' && term.name !== 'include') {
      if (this.lookups > mostSpfLookups) return plain()
      const { problem, isVoid } = await this.#host(term, target)
      return plain(problem, isVoid)
    }
    if (above.includes(target) || target === domain)
      return plain(this.#broken(`${term.text} refers back to itself. Remove it.`))
    if (this.lookups > mostSpfLookups) {
      this.isCut = true
      return plain(notFollowed)
    }
    const below = await this.node(target, [...above, domain])
    if (below.isAbsent) this.#broken(`${term.text} points to a name without an SPF record.`)
    const cost = this.lookups - before
    const isVoid = below.isAbsent && (await this.#ask(target, 'TXT')).kind === 'absent'
    const isPassing = term.kind === 'modifier' || term.qualifier === '+'
    return {
      branch: { text: term.text, cost, isVoid, problem: below.node.problem, below: below.node },
      passesAll: isPassing && below.passesAll,
    }
  }

  async #host(term: SpfMechanism, target: string): Promise<{ problem: string | null; isVoid: boolean }> {
    let answer = await this.#ask(target, term.name === 'mx' ? 'MX' : 'A')
    // Receivers that query both address types count a lookup as void only if the host has neither.
    if (term.name === 'a' && answer.kind === 'absent') answer = await this.#ask(target, 'AAAA')
    if (answer.kind === 'failed') return { problem: this.#failed(target, answer.why), isVoid: false }
    if (answer.kind === 'absent') {
      this.voids++
      return { problem: null, isVoid: true }
    }
    const hosts = answer.values.length
    if (term.name !== 'mx' || hosts <= mostMxHosts) return { problem: null, isVoid: false }
    return {
      problem: this.#broken(`${term.text} has ${hosts} hosts, but receivers stop after ${mostMxHosts}.`),
      isVoid: false,
    }
  }

  #judge(domain: string, record: string, terms: readonly SpfTerm[], isOwn: boolean): void {
    for (const term of terms) {
      if (term.kind === 'broken') this.#broken(`“${term.text}” in the record of ${domain} can’t be read: ${term.why}.`)
    }
    for (const name of ['redirect', 'exp']) {
      const same = terms.filter((term) => term.kind === 'modifier' && term.name === name)
      if (same.length > 1)
        this.#broken(
          `The record of ${domain} contains ${name}= ${same.length} times, but only one is allowed. Remove the others.`,
        )
    }
    if (/ v=spf1(?: |$)/i.test(record)) {
      this.findings.push(
        error(`The record of ${domain} consists of two SPF records joined together. Merge them into one.`),
      )
    }
    if (!isOwn) return
    if (terms.some((term) => term.kind === 'mechanism' && term.name === 'ptr')) {
      this.findings.push(warning('The ptr term is slow, and many receivers ignore it. List the servers instead.'))
    }
    this.findings.push(...endFindings(terms))
  }

  #without(domain: string, problem: string): Counted {
    return { node: { domain, record: null, branches: [], problem }, isAbsent: false, passesAll: false }
  }

  #broken(text: string): string {
    this.isBroken = true
    this.findings.push(error(text))
    return text
  }

  #failed(name: string, why: keyof typeof failureText): string {
    this.hasFailed = true
    const text = `The lookup for ${name} failed: the server ${failureText[why]}.`
    this.findings.push(warning(text))
    return text
  }

  #ask(name: string, type: 'A' | 'AAAA' | 'MX' | 'TXT'): Promise<DnsAnswer> {
    const key = `${type} ${name}`
    const known = this.#answers.get(key)
    if (known) return known
    const answer = this.#lookup(name, type)
    this.#answers.set(key, answer)
    return answer
  }
}

function endFindings(terms: readonly SpfTerm[]): Finding[] {
  const end = terms.findIndex((term) => term.kind === 'mechanism' && term.name === 'all')
  if (end < 0) {
    if (terms.some(isRedirect)) return []
    return [warning('The record doesn’t end with “all”, so it says nothing about other servers. End it with ~all.')]
  }
  const all = terms[end]!
  const findings: Finding[] = []
  if (end < terms.length - 1 && terms.slice(end + 1).some((term) => term.kind === 'mechanism' || isRedirect(term))) {
    findings.push(
      warning(
        `Terms after “${all.text}” are ignored: ${terms
          .slice(end + 1)
          .map(({ text }) => text)
          .join(' ')}`,
      ),
    )
  }
  if (all.kind === 'mechanism' && all.qualifier === '?') {
    findings.push(
      note('The record ends with ?all, which says nothing about other servers. Most records end with ~all.'),
    )
  }
  return findings
}

function isRedirect(term: SpfTerm): boolean {
  return term.kind === 'modifier' && term.name === 'redirect'
}

function targetOf(term: Exclude<SpfTerm, { kind: 'broken' }>, domain: string): string | null {
  if (term.kind === 'modifier') return term.name === 'redirect' ? bare(term.value) : null
  return bare(term.target ?? domain)
}

function bare(name: string): string {
  return name.toLowerCase().replace(/\.$/, '')
}
