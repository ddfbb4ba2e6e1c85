import type { DraftContent, DraftPeople } from '../../../contract/base/draft.ts'
import { mostKnownRecipients } from '../../../contract/base/draft-limits.ts'
import type { CommandOutput } from '../../../contract/table.ts'
import { plural, type NumberFormat } from '../../base/plural.ts'
import { shortened } from '../../../text/shortened.ts'
import { folded } from '../people/grid-columns.ts'
import { fieldFinding, personFinding, type Finding } from './finding.ts'

type Known = CommandOutput<'compose.checkRecipients'>
type Message = { readonly people: DraftPeople; readonly bcc: DraftContent['bcc'] }

/** What earlier messages say about these recipients. */
export function archiveFindings(
  { blocked, repeated }: Known,
  { people, bcc }: Message,
  { formats, hours }: { formats: NumberFormat; hours: number },
): Finding[] {
  const count = (list: readonly unknown[], less = 0) =>
    `${list.length >= mostKnownRecipients ? 'at least ' : ''}${plural(formats, list.length - less, less > 0 ? 'other' : 'recipient')}`
  const findingOf = (id: string, list: readonly { address: string }[], text: string): Finding => {
    const wanted = new Set(list.map(({ address }) => folded(address)))
    const rows = people.rows.flatMap(({ address }, row) => (wanted.has(folded(address)) ? [row] : []))
    if (rows.length > 0) return personFinding(id, 'warning', { rows }, text)
    const isBcc = bcc.some(({ address }) => wanted.has(folded(address)))
    return fieldFinding(id, 'warning', isBcc ? 'bcc' : 'cc', text)
  }
  // What a mailbox wrote is different for nearly all of them: only the sentence before it is ours.
  const byReason = Map.groupBy(blocked, ({ reason }) => /^[^.]{0,200}\.?/.exec(reason)?.[0] ?? '')
  const findings = [...byReason].map(([kind, list]) => {
    const first = list[0]!
    const others = list.length > 1 ? ` and ${count(list, 1)}` : ''
    const reason = list.length > 1 ? kind : first.reason
    const text = `${shortened(first.address)}${others} would probably not get it. ${reason}`.trim()
    return findingOf(
      `blocked-${kind}`,
      list,
      `${text} Remove ${list.length > 1 ? 'them' : 'the address'}, or write another way.`,
    )
  })
  const [first] = repeated
  if (!first) return findings
  const who = repeated.length === 1 ? shortened(first.address) : count(repeated)
  const text = `${capitalised(who)} got a message with this subject in the last ${plural(formats, hours, 'hour')}. Check that it is not sent twice.`
  return [...findings, findingOf('repeated', repeated, text)]
}

function capitalised(text: string): string {
  return text.startsWith('at least') ? `A${text.slice(1)}` : text
}
