import type { DraftContent, DraftPeople } from '../../../contract/base/draft.ts'
import { mostKnownRecipients } from '../../../contract/base/draft-limits.ts'
import type { CommandOutput } from '../../../contract/table.ts'
import { plural, type NumberFormat } from '../../base/plural.ts'
import { blacklistTypes } from '../../service/requests.ts'
import { shortened } from '../../../text/shortened.ts'
import { folded } from '../people/grid-columns.ts'
import { fieldFinding, personFinding, type Finding } from './finding.ts'

type Known = CommandOutput<'drafts.checkRecipients'>
type Message = { readonly people: DraftPeople; readonly bcc: DraftContent['bcc'] }

/** Reports recipients who are on a blacklist, or whose last message failed or made them complain or unsubscribe. */
export function archiveFindings(
  { listed, blocked }: Known,
  { people, bcc }: Message,
  formats: NumberFormat,
): Finding[] {
  /** If the whole list was truncated, each group may have more entries than are counted here. */
  const othersIn = (whole: readonly unknown[]) => (list: readonly unknown[]) =>
    whole.length >= mostKnownRecipients
      ? `at least ${plural(formats, list.length - 1, 'other')}`
      : plural(formats, list.length - 1, 'other')
  const findingOf = (id: string, list: readonly { address: string }[], text: string): Finding => {
    const wanted = new Set(list.map(({ address }) => folded(address)))
    const rows = people.rows.flatMap(({ address }, row) => (wanted.has(folded(address)) ? [row] : []))
    if (rows.length > 0) return personFinding(id, 'warning', { rows }, text)
    const isBcc = bcc.some(({ address }) => wanted.has(folded(address)))
    return fieldFinding(id, 'warning', isBcc ? 'bcc' : 'cc', text)
  }
  const byList = [...Map.groupBy(listed, listName)].map(([name, entries]) =>
    findingOf(`listed-${name}`, entries, listedText(name, entries, othersIn(listed))),
  )
  const isListed = new Set(listed.map(({ address }) => folded(address)))
  // Mailroom writes the first sentence of a reason, so recipients are grouped by it. The mailbox’s text after it is
  // different for almost every recipient.
  const unlisted = blocked.filter(({ address }) => !isListed.has(folded(address)))
  const byReason = Map.groupBy(unlisted, ({ reason }) => /^[^.]{0,200}\.?/.exec(reason)?.[0] ?? '')
  const byState = [...byReason].map(([kind, list]) => {
    const first = list[0]!
    const address = shortened(first.address)
    const sentences =
      list.length === 1
        ? [
            `${address} would probably not get the message.`,
            first.reason.trim(),
            'Remove the address, or contact them another way.',
          ]
        : [
            `${address} and ${othersIn(blocked)(list)} would probably not get the message.`,
            kind.trim(),
            'Remove them, or contact them another way.',
          ]
    return findingOf(`blocked-${kind}`, list, sentences.filter((sentence) => sentence !== '').join(' '))
  })
  return [...byList, ...byState]
}

function listedText(name: string, entries: Known['listed'], others: (list: Known['listed']) => string) {
  const first = entries[0]!
  const address = shortened(first.address)
  if (entries.length > 1) {
    const listed = `${address} and ${others(entries)} are on ${name}`
    return first.blocks
      ? `${listed}, so the service will not send to them. Remove these recipients from the message, or remove them from the list.`
      : `${listed}. The service may still send to them, because the message names a custom list. Make sure that they want this message.`
  }
  const reason = first.reason === '' ? '' : ` (${shortened(first.reason)})`
  const listed = `${address} is on ${name}${reason}`
  return first.blocks
    ? `${listed}, so the service will not send to this address. Remove the address from the message, or remove it from the list.`
    : `${listed}. The service may still send to this address, because the message names a custom list. Make sure that the recipient wants this message.`
}

const knownLists: readonly string[] = blacklistTypes

function listName({ type, list }: Known['listed'][number]): string {
  if (list !== '') return `the blacklist ${shortened(list)}`
  return knownLists.includes(type) ? `the blacklist of ${type}` : `the blacklist ${shortened(type)}`
}
