import type { Sort } from '../../lib/ui/table/columns.ts'

/** What each sortable column is ordered by. The first is the order where a column is not known. */
export type Sorters<Row> = Readonly<Record<string, (row: Row) => string | number>>

export function sortRows<Row>(rows: readonly Row[], { column, direction }: Sort, sorters: Sorters<Row>): Row[] {
  const order = direction === 'ascending' ? 1 : -1
  const value = sorters[column] ?? Object.values(sorters)[0]!
  return rows.toSorted((one, other) => order * compare(value(one), value(other)))
}

function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return String(one).localeCompare(String(other), undefined, { numeric: true })
}
