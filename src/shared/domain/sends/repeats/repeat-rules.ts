import type { DraftContent, DraftPeople } from '../../../contract/base/draft.ts'
import type { CommandOutput } from '../../../contract/table.ts'
import { plural, type NumberFormat } from '../../base/plural.ts'
import { shortened } from '../../../text/shortened.ts'
import { folded } from '../../drafts/people/grid-columns.ts'
import { fieldFinding, personFinding, type Finding, type Severity } from '../../drafts/checks/finding.ts'

type Group = CommandOutput<'sends.checkRepeats'>[number]
type Message = { readonly people: DraftPeople; readonly bcc: DraftContent['bcc'] }
type Formats = NumberFormat & { dateMinute(milliseconds: number): string }

const states: readonly Group['state'][] = ['sent', 'unknown', 'open']

/**
 * Reports recipients who would receive the same message a second time, and those who recently received a different
 * message with this subject.
 */
export function repeatFindings(
  groups: readonly Group[],
  message: Message,
  { formats, hours }: { readonly formats: Formats; readonly hours: number },
): Finding[] {
  const findings: Finding[] = []
  const add = (id: string, severity: Severity, some: readonly Group[], write: (said: Said) => string): void => {
    if (some.length === 0) return
    const addresses = some.flatMap((group) => group.addresses)
    const rows = rowsOf(addresses, message)
    // The first address as spelled in the message.
    const [first = ''] = rows.length > 0 ? rows.map((row) => message.people.rows[row]!.address.trim()) : addresses
    const isOne = addresses.length === 1
    const who = isOne ? shortened(first) : plural(formats, addresses.length, 'recipient')
    const text = write({ who, isOne, from: fromWhere(some, formats) })
    if (rows.length > 0) findings.push(personFinding(id, severity, { rows }, text))
    else findings.push(fieldFinding(id, severity, copyField(addresses, message), text))
  }
  for (const state of states) {
    const some = groups.filter((group) => group.kind === 'message' && group.state === state)
    add(`repeated-message-${state}`, 'error', some, messageTexts[state])
  }
  const period = plural(formats, hours, 'hour')
  const recent = groups.filter(({ kind, state }) => kind === 'subject' && state !== 'open')
  add('repeated', 'warning', recent, ({ who, from }) => {
    return `${who} got a message with this subject in the last ${period}${from}. Make sure you’re not sending the message twice.`
  })
  const open = groups.filter(({ kind, state }) => kind === 'subject' && state === 'open')
  add('repeated-open', 'warning', open, ({ who, isOne }) => {
    return isOne
      ? `${who} is in an unfinished send with the same subject. Make sure you’re not sending the message twice.`
      : `${who} are in an unfinished send with the same subject. Make sure you’re not sending the message twice.`
  })
  return findings
}

type Said = { readonly who: string; readonly isOne: boolean; readonly from: string }

const messageTexts: Readonly<Record<Group['state'], (said: Said) => string>> = {
  sent: ({ who, isOne, from }) =>
    isOne
      ? `${who} got this message${from} and would get it a second time. Remove the recipient, or change the message.`
      : `${who} got this message${from} and would get it a second time. Remove them, or change the message.`,
  unknown: ({ who, isOne, from }) =>
    isOne
      ? `${who} may have got this message${from}, but the response was lost. This send could reach the recipient a second time. Remove the recipient, or change the message.`
      : `${who} may have got this message${from}, but the response was lost. This send could reach them a second time. Remove them, or change the message.`,
  open: ({ who, isOne }) =>
    isOne
      ? `${who} is in an unfinished send of this message and would get it a second time. Remove the recipient, or change the message.`
      : `${who} are in an unfinished send of this message and would get it a second time. Remove them, or change the message.`,
}

/**
 * Writes the end of a sentence. It says when the last of the earlier messages was sent, and whether Mailroom sent them.
 */
function fromWhere(groups: readonly Group[], formats: Formats): string {
  const at = formats.dateMinute(Math.max(...groups.map((group) => group.at)))
  const sends = groups.filter(({ sendId }) => sendId !== null).length
  if (sends === 0) return `, the last on ${at}`
  if (groups.length === 1) return ` on ${at} (sent with Mailroom)`
  return sends < groups.length
    ? `, the last on ${at} (${plural(formats, sends, 'send')} from Mailroom, and other messages)`
    : `, the last on ${at} (${plural(formats, sends, 'send')} from Mailroom)`
}

function rowsOf(addresses: readonly string[], { people }: Message): number[] {
  const wanted = new Set(addresses)
  return people.rows.flatMap(({ address }, row) => (wanted.has(folded(address)) ? [row] : []))
}

function copyField(addresses: readonly string[], { bcc }: Message): 'cc' | 'bcc' {
  return bcc.some(({ address }) => addresses.includes(folded(address))) ? 'bcc' : 'cc'
}
