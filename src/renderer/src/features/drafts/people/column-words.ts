import { columnUse } from '#shared/domain/drafts/person-values.ts'
import type { GridColumn } from '#shared/domain/drafts/people/grid-columns.ts'

/** The label of the action that fills in missing values of the column `name`. */
export const fillNamesLabel = 'Fill in {{name}} from the Name column'

export function columnTitle(column: GridColumn): string {
  if (column.kind === 'address') return 'Address'
  if (column.kind === 'name') return 'Name'
  if (column.kind === 'missing') return column.name
  const use = columnUse(column.name)
  if (use.kind === 'subject') return 'Subject'
  return use.kind === 'meta' ? `Metadata: ${use.name}` : column.name
}

export function columnNote(column: GridColumn): string {
  if (column.kind === 'address')
    return 'The address that the message goes to. A name in front of the address is also accepted.'
  if (column.kind === 'name') return 'The name that mail programs show next to the address.'
  if (column.kind === 'missing') {
    return `The message or a recipient’s subject uses {{${column.name}}}, but no recipient has a value for it. Type a value to add this column.`
  }
  switch (column.use) {
    case 'subject':
      return 'Replaces the subject of the message for recipients with a value in this column. The value can contain variables.'
    case 'meta':
      return 'Metadata for this recipient only. It isn’t shown in the message, but you can use it to find the message later.'
    case 'unused':
      return `Neither the message nor a recipient’s subject uses {{${column.name}}}.`
    case 'twice':
      return 'A later column has the same name, and that column’s values are used. Rename or remove one of the columns.'
    case 'variable':
      return `Replaces {{${column.name}}} in the message.`
  }
}
