import type { DraftPeople } from '../../../contract/base/draft.ts'
import type { CommandOutput } from '../../../contract/table.ts'
import { plural, type NumberFormat } from '../../base/plural.ts'
import { shortened } from '../../../text/shortened.ts'
import { folded } from '../people/grid-columns.ts'
import { personFinding, type Finding } from './finding.ts'

type Known = CommandOutput<'compose.checkRecipients'>

/** What earlier messages say about these recipients. */
export function archiveFindings(
  { blocked, repeated }: Known,
  { rows }: DraftPeople,
  { formats, hours }: { formats: NumberFormat; hours: number },
): Finding[] {
  const rowOf = new Map(rows.map(({ address }, row) => [folded(address), row]))
  const byReason = Map.groupBy(blocked, ({ reason }) => reason)
  const findings = [...byReason].map(([reason, list]) => {
    const first = list[0]!
    const others = list.length > 1 ? ` and ${plural(formats, list.length - 1, 'other')}` : ''
    const text = `${shortened(first.address)}${others} would probably not get it. ${reason}`
    return personFinding(`blocked-${reason}`, 'warning', { row: rowOf.get(folded(first.address)) ?? 0 }, text.trim())
  })
  const [first] = repeated
  if (!first) return findings
  const who =
    repeated.length === 1 ? `${shortened(first.address)} got` : `${plural(formats, repeated.length, 'recipient')} got`
  const text = `${who} a message with this subject in the last ${plural(formats, hours, 'hour')}. Check that it is not sent twice.`
  return [...findings, personFinding('repeated', 'warning', { row: rowOf.get(folded(first.address)) ?? 0 }, text)]
}
