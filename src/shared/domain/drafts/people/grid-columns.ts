import type { DraftPeople } from '#shared/contract/base/draft.ts'
import { columnUse } from '../person-values.ts'

/**
 * A column in the table of recipients: the address, the name, one of the draft’s columns, or a variable in the message
 * for which the draft has no column yet. Typing into the cells of such a variable adds the column to the draft.
 */
export type GridColumn =
  | { readonly kind: 'address' }
  | { readonly kind: 'name' }
  | { readonly kind: 'value'; readonly index: number; readonly name: string; readonly use: ColumnState }
  | { readonly kind: 'missing'; readonly name: string }

/** `unused`: no email contains this variable. `twice`: a later column with the same name wins. */
type ColumnState = 'variable' | 'unused' | 'twice' | 'subject' | 'meta'

/** `variables` are those of the message and of the recipients’ own subjects. */
export function gridColumns(columns: DraftPeople['columns'], variables: readonly string[]): GridColumn[] {
  const wanted = new Set(variables.map(folded))
  const last = new Map(columns.map((column, index) => [folded(column), index]))
  const values = columns.map((name, index): GridColumn => {
    const { kind } = columnUse(name)
    if (last.get(folded(name)) !== index) return { kind: 'value', index, name, use: 'twice' }
    if (kind !== 'variable') return { kind: 'value', index, name, use: kind }
    return { kind: 'value', index, name, use: wanted.has(folded(name)) ? 'variable' : 'unused' }
  })
  const missing = variables
    .filter((name) => !last.has(folded(name)) && columnUse(name).kind === 'variable')
    .map((name): GridColumn => ({ kind: 'missing', name }))
  return [{ kind: 'address' }, { kind: 'name' }, ...values, ...missing]
}

/** A column that was missing may have been added since, so columns are compared by name and not by kind. */
export function isSameColumn(one: GridColumn, other: GridColumn): boolean {
  if ('name' in one && 'name' in other) return folded(one.name) === folded(other.name)
  return one.kind === other.kind
}

/** Names are compared as in the service: ignoring case and outer blanks. */
export function folded(name: string): string {
  return name.trim().toLowerCase()
}
