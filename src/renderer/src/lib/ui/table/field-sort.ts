import type { Sort, TableLayout } from './columns.ts'

/** The order of rows that the core sorts because not all of them are loaded. Its fields are column ids. */
export type FieldSort<Field extends string> = { field: Field; descending: boolean }

/** Returns the order saved with the columns, or the default one. */
export function savedSort<Field extends string>(
  { sort }: TableLayout,
  fields: readonly Field[],
  usual: FieldSort<Field>,
): FieldSort<Field> {
  const field = fields.find((each) => each === sort?.column)
  return field === undefined || !sort ? usual : { field, descending: sort.direction === 'descending' }
}

/** Returns the order in the form that a table header displays. */
export function shownSort({ field, descending }: FieldSort<string>): Sort {
  return { column: field, direction: descending ? 'descending' : 'ascending' }
}

export function isSameSort(one: FieldSort<string>, other: FieldSort<string>): boolean {
  return one.field === other.field && one.descending === other.descending
}
