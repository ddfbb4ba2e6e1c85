import { editDistance } from '../../text/edit-distance.ts'

export type FieldKind = 'text' | 'value' | 'flag' | 'number' | 'date' | 'last' | 'meta'

export type FieldHelp = { name: string; kind: FieldKind; help: string; example: string }

/** All fields in the search language, in the order used by help and completion. */
export const fieldHelp: readonly FieldHelp[] = [
  {
    name: 'to',
    kind: 'text',
    help: 'Recipient: the start of the address or of any word in it; to:*part* for any part',
    example: 'to:jane@example.org',
  },
  {
    name: 'from',
    kind: 'text',
    help: 'Sender: the start of the address or of any word in it',
    example: 'from:billing',
  },
  { name: 'subject', kind: 'text', help: 'Words in the subject', example: 'subject:"your invoice"' },
  { name: 'tag', kind: 'text', help: 'Words in a tag, or tag:= for exactly this tag', example: 'tag:newsletter' },
  { name: 'id', kind: 'value', help: 'Full message ID', example: 'id:1941f29f34a-0' },
  { name: 'key', kind: 'value', help: 'ID of the API key that sent the message', example: 'key:4f1c' },
  { name: 'state', kind: 'value', help: 'Last state; "bounced" means hard and soft', example: 'state:hardbounced' },
  {
    name: 'domain',
    kind: 'value',
    help: 'Recipient domain and its subdomains, or domain:= for only this domain',
    example: 'domain:example.org',
  },
  {
    name: 'meta',
    kind: 'meta',
    help: 'Metadata: meta.KEY:value, or meta.KEY:* for any value',
    example: 'meta.order:4711',
  },
  { name: 'reason', kind: 'text', help: 'Words in the reason for the last state', example: 'reason:"mailbox full"' },
  { name: 'opened', kind: 'flag', help: 'Opened at least once: yes or no', example: 'opened:no' },
  { name: 'clicked', kind: 'flag', help: 'A link was clicked: yes or no', example: 'clicked:yes' },
  { name: 'opens', kind: 'number', help: 'Number of opens', example: 'opens:>2' },
  { name: 'clicks', kind: 'number', help: 'Number of clicks', example: 'clicks:1..3' },
  { name: 'size', kind: 'number', help: 'Size: bytes, kb, mb or gb', example: 'size:>1mb' },
  { name: 'after', kind: 'date', help: 'Created on this day or later', example: 'after:2026-01-31' },
  { name: 'before', kind: 'date', help: 'Created before this day', example: 'before:2026-02' },
  { name: 'on', kind: 'date', help: 'Created on this day, or in this month or year', example: 'on:yesterday' },
  {
    name: 'last',
    kind: 'last',
    help: 'Created in the last minutes, hours, days, weeks, months or years',
    example: 'last:7d',
  },
]

const kinds = new Map(fieldHelp.map(({ name, kind }) => [name, kind]))

export function fieldKind(name: string): FieldKind | null {
  return kinds.get(name) ?? null
}

/**
 * Names that other tools use. Mailroom suggests the right field but does not accept these names, so that no name has
 * two meanings.
 */
const otherNames = new Map(
  Object.entries({
    recipient: 'to',
    rcpt: 'to',
    email: 'to',
    address: 'to',
    sender: 'from',
    status: 'state',
    event: 'state',
    label: 'tag',
    category: 'tag',
    open: 'opened',
    click: 'clicked',
    error: 'reason',
    host: 'domain',
    since: 'after',
    until: 'before',
    date: 'on',
    metadata: 'meta',
    apikey: 'key',
  }),
)

/**
 * Finds the field that was probably meant by a name that another tool uses, or by a misspelled one: with one letter
 * added, missing, different or swapped.
 */
export function similarField(name: string): string | null {
  const meant = otherNames.get(name)
  if (meant) return meant
  return fieldHelp.find((field) => editDistance(field.name, name, 1) === 1)?.name ?? null
}
