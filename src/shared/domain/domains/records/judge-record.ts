import type { RecordState } from '../../../contract/base/domains/domain-kinds.ts'
import type { CheckedRecord } from '../../../contract/domains.ts'
import { judgeDkim } from '../dkim/judge-dkim.ts'
import { failureText, type DnsAnswer } from '../base/dns.ts'
import { isDmarc, parseDmarc } from '../dmarc/parse-dmarc.ts'
import { error, note, warning, type Finding } from '../base/finding.ts'
import { isSpf } from '../spf/parse-spf.ts'
import { mergedDmarc, mergedSpf, missingTerms } from './merge.ts'
import { bareName } from '../base/bare-name.ts'
import type { RecordSpec } from './record-spec.ts'

type Seen = CheckedRecord['seen'][number]
type Verdict = Seen['verdict']
type Judged = { readonly verdict: Verdict; readonly findings: readonly Finding[] }

export type ServerAnswer = {
  readonly server: string
  /** Whether this is one of the zone’s own name servers, which return no cached responses. */
  readonly isZone: boolean
  readonly answer: DnsAnswer
}

/** Combines the servers’ responses into one finding about a record. */
export function judgeRecord(spec: RecordSpec, answers: readonly ServerAnswer[]): CheckedRecord {
  const each = answers.map((answer) => ({ ...answer, judged: judgeAnswer(spec, answer.answer) }))
  const conclusive = each.filter(({ judged }) => judged.verdict !== 'unknown')
  const agree = new Set(conclusive.map(({ answer }) => contentOf(spec, answer))).size === 1
  // The zone’s own servers take precedence, because everybody will eventually see their values. If they gave no result,
  // the resolvers are conclusive only if they agree.
  const truth = conclusive.find(({ isZone }) => isZone) ?? (agree ? conclusive[0] : undefined)
  const state = stateOf(
    truth?.judged.verdict,
    conclusive.map(({ judged }) => judged.verdict),
  )
  const shown = truth ?? conclusive.find(({ judged }) => judged.verdict === 'right') ?? conclusive[0]
  const found = shown === undefined ? [] : relevant(spec, shown.answer)
  return {
    ...spec,
    state,
    found,
    findings: [...(shown?.judged.findings ?? [])],
    seen: each.map(({ server, answer, judged: { verdict } }) => ({
      server,
      verdict,
      why: answer.kind === 'failed' ? failureText[answer.why] : '',
      ttl: answer.kind === 'failed' ? null : answer.ttl,
    })),
    publish: truth && (state === 'missing' || state === 'wrong') ? publishOf(spec, found) : null,
  }
}

function stateOf(truth: Verdict | undefined, verdicts: readonly Verdict[]): RecordState {
  if (verdicts.length === 0) return 'unknown'
  if (truth === undefined) return verdicts.includes('right') ? 'changing' : 'unknown'
  return truth === 'right' && verdicts.some((verdict) => verdict !== 'right') ? 'changing' : truth
}

function judgeAnswer(spec: RecordSpec, answer: DnsAnswer): Judged {
  if (answer.kind === 'failed') {
    // The servers aren’t at fault, but the records: every server that follows them fails.
    if (answer.why === 'cname-loop') return wrong('The CNAME records at this name form a loop.')
    return { verdict: 'unknown', findings: [] }
  }
  const found = relevant(spec, answer)
  if (found.length === 0) return { verdict: 'missing', findings: absence(spec, answer) }
  switch (spec.kind) {
    case 'dkim': {
      const { isRight, findings } = judgeDkim(found, spec.expected)
      return { verdict: isRight ? 'right' : 'wrong', findings }
    }
    case 'spf':
      return judgeSpf(spec, answer, found)
    case 'dmarc':
      return judgeDmarc(found)
    default:
      return judgePlain(spec, found)
  }
}

function judgeSpf({ expected }: RecordSpec, answer: DnsAnswer, found: readonly string[]): Judged {
  if (found.length > 1)
    return wrong(`There are ${found.length} SPF records, so receivers use none of them. Merge them into one.`)
  const glued = answer.kind === 'found' ? gluedTerms(answer.strings.find((strings) => isSpf(strings.join('')))!) : []
  const missing = expected === null ? [] : missingTerms(found[0]!, expected)
  if (glued.length > 0) {
    return wrong(
      `The record’s strings are joined without a space between them: “${glued[0]}”. End each string with a space.`,
    )
  }
  if (missing.length > 0) return wrong(`The service is not allowed to send. Add ${missing.join(' ')} to the record.`)
  return { verdict: 'right', findings: [] }
}

/**
 * Finds terms that have run together. This happens if one of the record’s strings ends without a space and the next one
 * begins with a term.
 */
function gluedTerms(strings: readonly string[]): string[] {
  return strings.slice(1).flatMap((string, at) => {
    const before = strings[at]!
    const isTerm = /^[-+~?]?(?:all|(?:include|ip4|ip6|a|mx|exists):\S+|redirect=\S+)(?: |$)/i.test(string)
    if (!isTerm || before.endsWith(' ')) return []
    return [`${before.slice(before.lastIndexOf(' ') + 1)}${string.split(' ')[0]!}`]
  })
}

function judgeDmarc(found: readonly string[]): Judged {
  if (found.length > 1)
    return wrong(`There are ${found.length} DMARC records, so receivers use none of them. Merge them into one.`)
  const record = parseDmarc(found[0]!)
  if (record === null)
    return wrong('The record contains the same tag twice, so receivers ignore it. Remove one of them.')
  return { verdict: record.p === null ? 'wrong' : 'right', findings: [] }
}

function judgePlain({ kind, expected }: RecordSpec, found: readonly string[]): Judged {
  if (kind === 'mx' && found.some((value) => /^0 \.?$/.test(value)))
    return wrong('The domain declares that it accepts no mail (a null MX).')
  if (expected === null) return { verdict: 'right', findings: [note('The service does not say what it expects here.')] }
  const wanted = comparable(kind, expected)
  if (found.some((value) => comparable(kind, value) === wanted)) return { verdict: 'right', findings: [] }
  return wrong(`The record points to ${found.map((value) => comparable(kind, value)).join(', ')}, not to ${wanted}.`)
}

/** The priority of an MX record doesn’t matter: the publisher may choose it. */
function comparable(kind: RecordSpec['kind'], value: string): string {
  const bare = bareName(value)
  return kind === 'mx' ? bare.slice(bare.indexOf(' ') + 1) : bare
}

function absence({ kind }: RecordSpec, answer: DnsAnswer): Finding[] {
  const isNowhere = answer.kind === 'absent' && answer.why === 'no-name'
  if (kind === 'dkim') {
    return [error(isNowhere ? 'Nothing is published at this name.' : 'The name exists, but has no TXT record.')]
  }
  if (kind === 'dmarc')
    return [warning('There is no DMARC record. Large mailbox providers require one from bulk senders.')]
  return isNowhere ? [note('Nothing is published at this name.')] : []
}

/**
 * Returns the values that matter for a kind of record. If that kind is SPF or DMARC, other TXT records at the name are
 * left out.
 */
function relevant({ kind }: RecordSpec, answer: DnsAnswer): string[] {
  if (answer.kind !== 'found') return []
  if (kind === 'spf') return answer.values.filter(isSpf)
  if (kind === 'dmarc') return answer.values.filter(isDmarc)
  return [...answer.values]
}

function publishOf(spec: RecordSpec, found: readonly string[]): CheckedRecord['publish'] {
  const { kind, expected } = spec
  if (kind === 'dmarc') return { value: mergedDmarc(found), replaces: [...found] }
  if (kind !== 'spf') return expected === null ? null : { value: expected, replaces: kind === 'mx' ? [] : [...found] }
  if (expected === null && found.length === 0) return null
  return {
    value: found.length === 0 && expected !== null ? expected : mergedSpf(found, expected),
    replaces: [...found],
  }
}

function contentOf(spec: RecordSpec, answer: DnsAnswer): string {
  return JSON.stringify(relevant(spec, answer).sort())
}

function wrong(text: string): Judged {
  return { verdict: 'wrong', findings: [error(text)] }
}
