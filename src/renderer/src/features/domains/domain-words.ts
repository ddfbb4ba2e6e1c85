import type { DomainFlag, RecordKind, RecordState } from '#shared/contract/base/domains/domain-kinds.ts'
import type { AccountDomain, CheckedRecord, DomainCheck } from '#shared/contract/domains.ts'
import { plural, type NumberFormat } from '#shared/domain/base/plural.ts'
import type { IconName } from '../../lib/ui/icons/icons.ts'

type Look = { readonly text: string; readonly tone: 'ok' | 'warn' | 'danger' | 'neutral'; readonly icon: IconName }

export const domainLooks: Readonly<Record<RecordState, Look>> = {
  right: { text: 'Found', tone: 'ok', icon: 'check' },
  changing: { text: 'Propagating', tone: 'warn', icon: 'hourglass' },
  missing: { text: 'Missing', tone: 'danger', icon: 'minus' },
  wrong: { text: 'Wrong', tone: 'danger', icon: 'alert-triangle' },
  unknown: { text: 'Unknown', tone: 'neutral', icon: 'info' },
}

export const kindNames: Readonly<Record<RecordKind, string>> = {
  dkim: 'DKIM',
  spf: 'SPF',
  dmarc: 'DMARC',
  tracking: 'Tracking',
  mx: 'MX',
  a: 'A',
}

export const kindTexts: Readonly<Record<RecordKind, string>> = {
  dkim: 'The key that receivers use to check signatures.',
  spf: 'The servers that are allowed to send for the domain.',
  dmarc: 'The policy for mail that fails both DKIM and SPF.',
  tracking: 'Routes links and opens through your own domain.',
  mx: 'The servers that receive mail for the domain.',
  a: 'The domain’s IP address.',
}

export const flagTexts: Readonly<Record<DomainFlag, { readonly name: string; readonly text: string }>> = {
  verifiedDomain: { name: 'Confirmed', text: 'Someone followed the link in the email to the confirmation address.' },
  verifiedDkim: { name: 'DKIM', text: 'The service signs mail in the name of this domain.' },
  verifiedSpf: { name: 'SPF', text: 'The domain lets the service send for it.' },
  verifiedTracking: { name: 'Tracking', text: 'Tracked links and opens go through the tracking domain.' },
  verifiedMx: { name: 'MX', text: 'The domain accepts mail, such as bounces and replies.' },
  verifiedA: { name: 'A', text: 'The domain has an IP address, which some mailbox providers require.' },
}

/** Returns the badge that sums up a domain in its row. */
export function domainLook({ flags, lastCheck, origin }: AccountDomain): Look {
  const states = (lastCheck?.states ?? []).map(({ state }) => state)
  if (flags && Object.values(flags).every(Boolean)) return { text: 'Verified', tone: 'ok', icon: 'check' }
  if (states.includes('wrong') || states.includes('missing')) {
    return { text: 'Records to fix', tone: 'danger', icon: 'alert-triangle' }
  }
  if (flags) return { text: 'Not verified', tone: 'warn', icon: 'hourglass' }
  if (states.length > 0 && states.every((state) => state === 'right')) {
    return { text: 'Records found', tone: 'ok', icon: 'check' }
  }
  return { text: origin === 'sender' ? 'In use as a sender' : 'Not checked', tone: 'neutral', icon: 'info' }
}

/** For example “Record seen by 2 of 3 servers”, followed by how long the others cache an older result. */
export function seenText({ seen }: Pick<CheckedRecord, 'seen'>, formats: NumberFormat): string {
  const right = seen.filter(({ verdict }) => verdict === 'right').length
  const silent = seen.filter(({ verdict }) => verdict === 'unknown').length
  const older = seen.filter(({ verdict, ttl }) => (verdict === 'wrong' || verdict === 'missing') && ttl !== null)
  const parts = [`Record seen by ${formats.number(right)} of ${plural(formats, seen.length, 'server')}`]
  if (older.length > 0 && right > 0) {
    const longest = Math.max(...older.map(({ ttl }) => ttl ?? 0))
    parts.push(`older responses are cached for up to ${ttlText(longest)}`)
  }
  if (silent > 0) parts.push(`${formats.number(silent)} didn’t respond`)
  return parts.join('; ')
}

const verdictTexts = { right: 'found', missing: 'missing', wrong: 'wrong' } as const

export function serverText({ server, verdict, why, ttl }: CheckedRecord['seen'][number]): string {
  const said = verdict === 'unknown' ? why : verdictTexts[verdict]
  return `${server}: ${said}${verdict === 'right' && ttl !== null ? `, cached for ${ttlText(ttl)}` : ''}`
}

function ttlText(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 120) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`
}

/** Summarises a complete check in a few words; empty if no server was asked. */
export function checkText({ records, asked }: DomainCheck, formats: NumberFormat): string {
  if (asked.length === 0) return ''
  const of = (...states: RecordState[]) => records.filter(({ state }) => states.includes(state)).length
  const [faulty, unknown, changing] = [of('wrong', 'missing'), of('unknown'), of('changing')]
  if (faulty > 0) return `${plural(formats, faulty, 'record')} to fix`
  if (unknown > 0) return `${plural(formats, unknown, 'record')} couldn’t be checked`
  if (changing > 0) return `${plural(formats, changing, 'record')} still propagating`
  return 'All records found'
}
