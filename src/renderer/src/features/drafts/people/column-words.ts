import { columnUse } from '#shared/domain/drafts/person-values.ts'
import type { GridColumn } from '#shared/domain/drafts/people/grid-columns.ts'

/** The action that fills missing values of the column `name`. */
export const fillNamesLabel = 'Fill {{name}} from the names'

export function columnTitle(column: GridColumn): string {
  if (column.kind === 'address') return 'Address'
  if (column.kind === 'name') return 'Name'
  if (column.kind === 'missing') return column.name
  const use = columnUse(column.name)
  if (use.kind === 'subject') return 'Subject'
  return use.kind === 'meta' ? `Metadata: ${use.name}` : column.name
}

/** The purpose of the column, as a sentence. */
export function columnNote(column: GridColumn): string {
  if (column.kind === 'address') return 'The address that the message goes to. A name before it is taken too.'
  if (column.kind === 'name') return 'The name beside the address, as mail programs show it.'
  if (column.kind === 'missing') {
    return `The message uses {{${column.name}}}, and no recipient has a value for it. Type one to begin.`
  }
  switch (column.use) {
    case 'subject':
      return 'Replaces the subject of the message for recipients who have a text here. It may contain variables.'
    case 'meta':
      return 'Metadata for this recipient alone. It is not shown in the message: you find the message by it later.'
    case 'unused':
      return `No part of the message uses {{${column.name}}}.`
    case 'twice':
      return 'A later column has the same name, and its values are used. Rename or remove one of them.'
    case 'variable':
      return `Takes the place of {{${column.name}}} in the message.`
  }
}
