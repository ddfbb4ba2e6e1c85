import type { CheckedRecord, DomainCheck, SpfRow } from '#shared/contract/domains.ts'
import { alignmentOf } from '#shared/domain/domains/dmarc/alignment.ts'
import { walkDmarc, type DmarcPolicy } from '#shared/domain/domains/dmarc/tree-walk.ts'
import type { DnsAnswer, Lookup } from '#shared/domain/domains/base/dns.ts'
import { error, note, warning } from '#shared/domain/domains/base/finding.ts'
import { judgeRecord, type ServerAnswer } from '#shared/domain/domains/records/judge-record.ts'
import { bareName } from '#shared/domain/domains/base/bare-name.ts'
import { recordSpecs, type RecordSpec } from '#shared/domain/domains/records/record-spec.ts'
import { countSpf, type SpfCount, type SpfNode } from '#shared/domain/domains/spf/count-spf.ts'
import type { Servers } from '../dns/servers.ts'

export type CheckedDomain = {
  /** The name in its DNS form. */
  readonly name: string
  readonly tracking: string
  /** The service’s requirements, if it reports them. */
  readonly records: readonly { readonly type: string; readonly name: string; readonly value: string }[]
  /** Domains of the senders in use. */
  readonly senders: readonly string[]
}

const zoneServer = 'Authoritative servers'

/** Queries every server for every record of a domain, all at the same time. */
export async function checkDomain(domain: CheckedDomain, servers: Servers, now: number): Promise<DomainCheck> {
  const { name, senders } = domain
  const asked = await Promise.all(recordSpecs(domain).map((spec) => askAll(spec, servers)))
  const own = asked.find(({ record }) => record.kind === 'spf')!
  const [spf, policy] = await Promise.all([
    own.record.found.length === 1 ? countSpf(name, withKnown(servers.lookup, name, own)) : null,
    walkDmarc(name, servers.lookup),
  ])
  const checked = await Promise.all(
    asked.map(({ record }) => explained(record, { domain: name, servers, spf, policy })),
  )
  return {
    at: now,
    asked:
      servers.resolvers.length === 0
        ? []
        : [zoneServer, ...servers.resolvers.map(({ address: { address } }) => address)],
    records: withoutGuesses(checked),
    spf: spf && { lookups: spf.lookups, voids: spf.voids, rows: rowsOf(spf.tree, 0) },
    dmarc: {
      policy: policy.policy,
      recordDomain: policy.recordDomain,
      steps: policy.steps.map(({ domain: at, records, failure }) => ({
        name: `_dmarc.${at}`,
        text: failure ?? records[0] ?? 'No record.',
      })),
      senders: await alignments(name, senders, policy, servers.lookup),
    },
  }
}

type Asked = { readonly record: CheckedRecord; readonly answers: readonly ServerAnswer[] }

async function askAll(spec: RecordSpec, servers: Servers): Promise<Asked> {
  const fromResolvers = servers.resolvers.map(async (resolver): Promise<ServerAnswer> => ({
    server: resolver.address.address,
    isZone: false,
    answer: await resolver.lookup(spec.name, spec.type),
  }))
  const fromZone = servers
    .lookupAtZone(spec.name, spec.type)
    .then((answer): ServerAnswer => ({ server: zoneServer, isZone: true, answer }))
  const answers = await Promise.all([fromZone, ...fromResolvers])
  return { record: judgeRecord(spec, answers), answers }
}

/** Makes a lookup return the record that was checked instead of an older copy that a resolver may still have. */
function withKnown(lookup: Lookup, name: string, { record, answers }: Asked): Lookup {
  const isShown = ({ answer }: ServerAnswer): boolean =>
    answer.kind === 'found' && answer.values.includes(record.found[0]!)
  const known = answers.find(isShown)?.answer
  return (asked, type) => (known && asked === name && type === 'TXT' ? Promise.resolve(known) : lookup(asked, type))
}

type Context = {
  readonly domain: string
  readonly servers: Servers
  readonly spf: SpfCount | null
  readonly policy: DmarcPolicy
}

/** Adds explanations that require further queries. */
async function explained(record: CheckedRecord, context: Context): Promise<CheckedRecord> {
  switch (record.kind) {
    case 'spf':
      return withCount(record, context.spf)
    case 'dmarc':
      return withPolicy(record, context.policy)
    case 'dkim':
      return record.state === 'missing' ? withMisplaced(record, context) : record
    case 'tracking':
      return record.state === 'missing' ? withAddress(record, context.servers) : record
    default:
      return record
  }
}

function withCount(record: CheckedRecord, spf: SpfCount | null): CheckedRecord {
  if (spf === null) return record
  const findings = [...record.findings, ...spf.findings]
  const isBroken = spf.result === 'permerror' || spf.passesAll
  return { ...record, findings, state: isBroken && record.state === 'right' ? 'wrong' : record.state }
}

function withPolicy(record: CheckedRecord, policy: DmarcPolicy): CheckedRecord {
  if (record.state === 'unknown' || record.state === 'changing') return record
  if (!policy.isKnown) return record.state === 'missing' ? { ...record, state: 'unknown', publish: null } : record
  if (record.state !== 'missing' || policy.record === null) {
    return { ...record, findings: [...record.findings, ...policy.findings] }
  }
  // An organisation’s record covers the names below it.
  const found = [policy.record.text]
  return {
    ...record,
    state: policy.policy === null ? 'wrong' : 'right',
    found,
    findings: [...policy.findings],
    publish: null,
  }
}

/** Looks for records whose name contains the domain twice, because many providers append it automatically. */
async function withMisplaced(record: CheckedRecord, { domain, servers }: Context): Promise<CheckedRecord> {
  const doubled = `${record.name}.${domain}`
  const answer = await servers.lookup(doubled, 'TXT')
  if (answer.kind !== 'found' || !answer.values.some((value) => /(?:^|;)\s?p=/.test(value))) return record
  const short = record.name.slice(0, -domain.length - 1)
  const text = `The record was published at ${doubled} because the provider appended the domain. Enter only “${short}” as its name.`
  return { ...record, state: 'wrong', findings: [error(text)] }
}

async function withAddress(record: CheckedRecord, servers: Servers): Promise<CheckedRecord> {
  const answer: DnsAnswer = await servers.lookup(record.name, 'A')
  if (answer.kind === 'failed' && answer.why === 'cname-loop') {
    return { ...record, state: 'wrong', findings: [error('The CNAME records at this name form a loop.')] }
  }
  if (answer.kind !== 'found') return record
  const text = `There is an A record here (${answer.values.join(', ')}). Replace it with the CNAME record.`
  return { ...record, state: 'wrong', found: [...answer.values], findings: [warning(text)] }
}

/**
 * Removes guessed selectors once one is found: if the service does not name its selector, one of the common ones is
 * enough.
 */
function withoutGuesses(records: readonly CheckedRecord[]): CheckedRecord[] {
  const isGuess = ({ kind, expected }: CheckedRecord): boolean => kind === 'dkim' && expected === null
  const isFound = records.some((record) => isGuess(record) && record.found.length > 0)
  const guessed = note('The service doesn’t say where its key is published. This is the usual name.')
  return records
    .filter((record) => !isFound || !isGuess(record) || record.found.length > 0)
    .map((record) => (isGuess(record) ? { ...record, findings: [...record.findings, guessed] } : record))
}

async function alignments(name: string, senders: readonly string[], own: DmarcPolicy, lookup: Lookup) {
  if (own.organization === null) return []
  const signing = { domain: name, organization: own.organization }
  const each = senders.map(async (sender) => ({
    sender,
    policy: sender === name ? own : await walkDmarc(sender, lookup),
  }))
  return (await Promise.all(each))
    .filter(
      ({ sender, policy }) => sender === name || policy.organization === signing.organization || isBelow(sender, name),
    )
    .map(({ sender, policy }) => alignmentOf(sender, signing, policy))
}

function isBelow(sender: string, name: string): boolean {
  return bareName(sender).endsWith(`.${name}`)
}

function rowsOf(node: SpfNode, depth: number): SpfRow[] {
  return node.branches.flatMap(({ below, ...row }) => [{ depth, ...row }, ...(below ? rowsOf(below, depth + 1) : [])])
}
