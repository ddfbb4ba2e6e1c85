import type { DraftPeople, Person } from '#shared/contract/base/draft.ts'

/** The content of a person’s row in the table. */
export type PersonValues = {
  /** Keyed by variable name, as spelled in the column’s heading. Missing values are absent. */
  readonly values: Readonly<Record<string, string>>
  /** Replaces the message’s subject; undefined or empty keeps it. */
  readonly subject: string | undefined
  /** Metadata, keyed by the part of the column’s name after `meta.`. */
  readonly meta: Readonly<Record<string, string>>
}

const metaColumn = /^meta\.(.+)$/i

export type ColumnUse = { readonly kind: 'subject' } | { readonly kind: 'meta' | 'variable'; readonly name: string }

export function columnUse(column: string): ColumnUse {
  const name = column.trim()
  if (name.toLowerCase() === 'subject') return { kind: 'subject' }
  const meta = metaColumn.exec(name)?.[1]
  return meta === undefined ? { kind: 'variable', name } : { kind: 'meta', name: meta }
}

export function valuesOf(columns: readonly string[], { values }: Pick<Person, 'values'>): PersonValues {
  const own = emptyRecord()
  const meta = emptyRecord()
  let subject: string | undefined
  columns.forEach((column, index) => {
    const value = values[index] ?? null
    if (value === null) return
    const use = columnUse(column)
    if (use.kind === 'subject') subject = value
    else if (use.kind === 'meta') meta[use.name] = value
    else own[use.name] = value
  })
  return { values: own, subject, meta }
}

/** Creates an object without a prototype, in which `__proto__` is an ordinary name. */
export function emptyRecord<Value = string>(): Record<string, Value> {
  return Object.create(null) as Record<string, Value>
}

/** Used for a message without recipients, which is previewed as written. */
export const noValues: PersonValues = { values: {}, subject: undefined, meta: {} }

export function personAt({ columns, rows }: DraftPeople, index: number): PersonValues {
  const row = rows[index]
  return row ? valuesOf(columns, row) : noValues
}
