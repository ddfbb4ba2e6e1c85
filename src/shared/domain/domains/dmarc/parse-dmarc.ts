import { note, warning, error, type Finding } from '../base/finding.ts'
import { readTags } from '../base/tag-list.ts'

export type Policy = 'none' | 'quarantine' | 'reject'
export type DmarcRecord = {
  readonly text: string
  /** Null if receivers ignore the record (RFC 9989, 4.10.1). */
  readonly p: Policy | null
  readonly sp: Policy | null
  readonly np: Policy | null
  readonly adkim: 'r' | 's'
  readonly aspf: 'r' | 's'
  /** Whether the policy is only being tested (`t=y`), so that receivers apply the next weaker policy. */
  readonly isTest: boolean
  readonly psd: 'y' | 'n' | 'u'
  readonly rua: readonly string[]
  readonly findings: readonly Finding[]
}

/** The version must be the first tag, and its value must match exactly. */
export function isDmarc(value: string): boolean {
  return /^\s*[vV][ \t]*=[ \t]*DMARC1[ \t]*(?:;|$)/.test(value)
}

/** Returns null if a tag is given twice, because receivers then skip the record. */
export function parseDmarc(text: string): DmarcRecord | null {
  const { tags, problems } = readTags(text)
  if (problems.some((problem) => problem.endsWith('given twice'))) return null
  const findings: Finding[] = problems.map((problem) => warning(`${problem}.`))
  const value = (name: string): string => (tags.get(name) ?? '').toLowerCase()
  const rua = addresses(tags.get('rua') ?? '')
  const policies = ['p', 'sp', 'np'].map((name) => (tags.has(name) ? asPolicy(value(name)) : undefined))
  const isWhole = policies[0] && policies.every((policy) => policy !== null)
  const isReported = rua.some(isReportAddress)
  if (!isWhole) {
    const fault = policies[0] ? 'sp= or np= has an invalid value.' : 'p= is missing or has an invalid value.'
    const effect = isReported ? 'Receivers treat it as p=none.' : 'Receivers ignore the record.'
    findings.push(error(`${fault} Use none, quarantine or reject. ${effect}`))
  }
  for (const name of ['pct', 'rf', 'ri'].filter((name) => tags.has(name))) {
    findings.push(note(`${name}= was dropped from the standard (RFC 9989), and receivers ignore it.`))
  }
  const bad = rua.filter((address) => !isReportAddress(address))
  if (bad.length > 0) findings.push(warning(`Reports can’t be sent to “${bad[0]}”. Add mailto: before the address.`))
  const psd = value('psd')
  return {
    text,
    p: isWhole ? policies[0]! : isReported ? 'none' : null,
    sp: isWhole ? (policies[1] ?? null) : null,
    np: isWhole ? (policies[2] ?? null) : null,
    adkim: value('adkim') === 's' ? 's' : 'r',
    aspf: value('aspf') === 's' ? 's' : 'r',
    isTest: value('t') === 'y',
    psd: psd === 'y' || psd === 'n' ? psd : 'u',
    rua,
    findings,
  }
}

function addresses(text: string): string[] {
  return text
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')
}

function isReportAddress(address: string): boolean {
  return /^[a-z][a-z0-9+.-]*:[\x21-\x7e]*$/i.test(address)
}

function asPolicy(text: string): Policy | null {
  return text === 'none' || text === 'quarantine' || text === 'reject' ? text : null
}
