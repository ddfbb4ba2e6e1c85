import { failureText, type Lookup } from '../base/dns.ts'
import { error, note, warning, type Finding } from '../base/finding.ts'
import { isDmarc, parseDmarc, type DmarcRecord, type Policy } from './parse-dmarc.ts'

/**
 * If a name is longer, the search continues at its last labels after the first step, and this is their number (RFC
 * 9989, 4.10).
 */
const mostLabels = 7

export type WalkStep = {
  /** Without the prefix `_dmarc.`. */
  readonly domain: string
  readonly records: readonly string[]
  /** Null if there is no record, more than one, or an unreadable one. */
  readonly record: DmarcRecord | null
  readonly failure: string | null
}
export type DmarcPolicy = {
  readonly steps: readonly WalkStep[]
  /** The domain of the applicable record; null if none applies. */
  readonly recordDomain: string | null
  readonly record: DmarcRecord | null
  /** How receivers are asked to treat forged mail from this domain. */
  readonly policy: Policy | null
  /** The organizational domain; null if a failed lookup left it undetermined. */
  readonly organization: string | null
  readonly isKnown: boolean
  readonly findings: readonly Finding[]
}

/** Searches for a domain’s record up the tree of names, as receivers do. */
export async function walkDmarc(domain: string, lookup: Lookup): Promise<DmarcPolicy> {
  const steps: WalkStep[] = []
  let labels = domain.split('.')
  while (labels.length > 0) {
    const step = await stepAt(labels.join('.'), lookup)
    steps.push(step)
    if (step.failure !== null || step.record?.psd === 'y' || step.record?.psd === 'n') break
    labels = labels.length > mostLabels ? labels.slice(-mostLabels) : labels.slice(1)
  }
  return judged(domain, steps)
}

async function stepAt(domain: string, lookup: Lookup): Promise<WalkStep> {
  const answer = await lookup(`_dmarc.${domain}`, 'TXT')
  if (answer.kind === 'failed') {
    return {
      domain,
      records: [],
      record: null,
      failure: `The lookup for _dmarc.${domain} failed: the server ${failureText[answer.why]}.`,
    }
  }
  const records = answer.kind === 'found' ? answer.values.filter(isDmarc) : []
  return { domain, records, record: records.length === 1 ? parseDmarc(records[0]!) : null, failure: null }
}

function judged(domain: string, steps: readonly WalkStep[]): DmarcPolicy {
  const failure = steps.at(-1)!.failure
  const found = steps.filter((step) => step.record !== null)
  const organization = failure === null ? organizationOf(domain, found) : null
  const isOwn = found[0]?.domain === domain
  const last = found.at(-1)
  const inherited = found.find((step) => step.domain === organization) ?? (last?.record?.psd === 'y' ? last : undefined)
  const applied = isOwn ? found[0] : failure === null ? inherited : undefined
  const record = applied?.record ?? null
  const policy = record === null ? null : isOwn || record.p === null ? record.p : (record.sp ?? record.p)
  return {
    steps,
    recordDomain: applied?.domain ?? null,
    record,
    policy,
    organization,
    isKnown: isOwn || failure === null,
    findings: findingsOf({ domain, steps, record, policy, isOwn, failure }),
  }
}

/** Follows RFC 9989, 4.10.2. */
function organizationOf(domain: string, found: readonly WalkStep[]): string {
  for (const { domain: at, record } of found) {
    if (record?.psd === 'n') return at
    if (record?.psd === 'y' && at !== domain) {
      return domain
        .split('.')
        .slice(-(at.split('.').length + 1))
        .join('.')
    }
  }
  return found.at(-1)?.domain ?? domain
}

type Judged = Pick<DmarcPolicy, 'record' | 'policy' | 'steps'> & {
  domain: string
  isOwn: boolean
  failure: string | null
}

function findingsOf({ domain, steps, record, policy, isOwn, failure }: Judged): Finding[] {
  const findings: Finding[] = []
  for (const { domain: at, records } of steps) {
    if (records.length > 1)
      findings.push(
        error(`_dmarc.${at} has ${records.length} DMARC records. In that case, receivers use none of them.`),
      )
    else if (records.length === 1 && parseDmarc(records[0]!) === null) {
      findings.push(
        error(`The record at _dmarc.${at} contains the same tag twice, so receivers ignore it. Remove one of them.`),
      )
    }
  }
  if (failure !== null) findings.push(warning(failure))
  if (record === null) return findings
  findings.push(...record.findings)
  if (!isOwn) findings.push(note(`The policy is inherited from a record at a parent domain of ${domain}.`))
  if (policy === 'none') findings.push(note('The policy is none, so forged mail is delivered and only reported.'))
  if (record.isTest) findings.push(note('The policy is in test mode (t=y), so receivers apply the next weaker policy.'))
  if (record.rua.length === 0)
    findings.push(note('The record requests no reports (rua=), so you won’t learn who sends in your name.'))
  return findings
}
