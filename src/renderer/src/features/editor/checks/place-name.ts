import { plural, type NumberFormat } from '#shared/domain/base/plural.ts'
import type { FieldName, Place } from '#shared/domain/drafts/checks/finding.ts'

const fields: Readonly<Record<FieldName, string>> = {
  description: 'Description',
  from: 'From',
  replyTo: 'Reply-to',
  to: 'Recipients',
  cc: 'Cc',
  bcc: 'Bcc',
  subject: 'Subject',
  preheader: 'Preheader',
  body: 'Message',
  text: 'Text part',
  files: 'Files',
  options: 'Options',
  people: 'Recipients',
}

/** Where a finding leads, in two words. */
export function placeName(place: Place, formats: NumberFormat): string {
  if (place.kind === 'field') return fields[place.field]
  if (place.kind === 'html') return 'HTML'
  if (place.kind === 'domain') return 'Domains'
  return place.rows.length > 1 ? plural(formats, place.rows.length, 'row') : `Row ${formats.number(place.row + 1)}`
}
