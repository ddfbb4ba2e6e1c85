import type { Column, Sort } from '../../lib/ui/table/columns.ts'

type Sorter<Row> = Pick<Column<Row>, 'id' | 'text' | 'order'>

/** Sorts rows by a column. Leaves their order unchanged if the saved order names a column that no longer exists. */
export function sortRows<Row>(rows: readonly Row[], sort: Sort, columns: readonly Sorter<Row>[]): readonly Row[] {
  const column = columns.find(({ id }) => id === sort.column)
  if (!column) return rows
  const sign = sort.direction === 'ascending' ? 1 : -1
  const value = column.order ?? column.text
  return rows.toSorted((one, other) => sign * compare(value(one), value(other)))
}

function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return String(one).localeCompare(String(other), undefined, { numeric: true })
}
