import type { DraftPeople } from '#shared/contract/base/draft.ts'
import { columnUse } from '../person-values.ts'

/**
 * A column of the table of recipients: their address and name, the columns of the draft, and the variables of the message
 * that have no column yet. Typing into one of the last creates it.
 */
export type GridColumn =
  | { readonly kind: 'address' }
  | { readonly kind: 'name' }
  | { readonly kind: 'value'; readonly index: number; readonly name: string; readonly use: ColumnState }
  | { readonly kind: 'missing'; readonly name: string }

/** `unused`: no part of the message has this variable. `twice`: a later column of the same name wins. */
type ColumnState = 'variable' | 'unused' | 'twice' | 'subject' | 'meta'

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

/** Names are compared as the service does: without regard to case and outer blanks. */
export function folded(name: string): string {
  return name.trim().toLowerCase()
}

/**
 * Columns whose empty cells leave a placeholder in the mail, and variables without a column, which leave one in every mail.
 */
export function columnsInUse(columns: readonly GridColumn[]): { used: number[]; missing: number } {
  return {
    used: columns.flatMap((column) => (column.kind === 'value' && column.use === 'variable' ? [column.index] : [])),
    missing: columns.filter(({ kind }) => kind === 'missing').length,
  }
}
