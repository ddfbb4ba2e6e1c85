import { plural, type NumberFormat } from '#shared/domain/base/plural.ts'
import type { FieldName, FindingTarget } from '#shared/domain/drafts/checks/finding.ts'

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

/** Names a finding’s target in about two words. */
export function targetName(target: FindingTarget, formats: NumberFormat): string {
  if (target.kind === 'field') return fields[target.field]
  if (target.kind === 'html') return 'HTML'
  if (target.kind === 'domain') return 'Domains'
  return target.rows.length > 1 ? plural(formats, target.rows.length, 'row') : `Row ${formats.number(target.row + 1)}`
}
