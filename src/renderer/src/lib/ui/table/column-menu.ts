import type { MenuItem } from '../menus/menu-model.ts'
import {
  isHidden,
  orderedColumns,
  shownColumns,
  withHidden,
  withMoved,
  withWidth,
  type Column,
  type Sort,
  type TableLayout,
} from './columns.ts'

type ChangeLayout = (layout: TableLayout) => void

export function columnChoices<Row>(
  columns: readonly Column<Row>[],
  layout: TableLayout,
  change: ChangeLayout,
): MenuItem[] {
  const shown = shownColumns(columns, layout)
  const choices = orderedColumns(columns, layout).map((column): MenuItem => {
    const checked = shown.includes(column)
    return {
      label: column.label,
      checked,
      stays: true,
      disabled: column.hideable === false || (checked && shown.length === 1),
      onselect: () => change(withHidden(layout, column.id, !isHidden(column, layout))),
    }
  })
  return [
    { kind: 'heading', label: 'Columns shown' },
    ...choices,
    { kind: 'separator' },
    { label: 'Reset columns', onselect: () => change({}) },
  ]
}

type ColumnMenuNeeds<Row> = {
  columns: readonly Column<Row>[]
  layout: TableLayout
  onsort: (sort: Sort) => void
  onlayout: ChangeLayout
  /** Returns the width needed for the longest cell in view. */
  fit: (column: Column<Row>) => number
}

/** Returns a column’s menu. It offers keyboard users everything that the pointer can do in the header. */
export function columnMenu<Row>(
  column: Column<Row>,
  { columns, layout, onsort, onlayout, fit }: ColumnMenuNeeds<Row>,
): MenuItem[] {
  const shown = shownColumns(columns, layout)
  const place = shown.indexOf(column)
  const sorting: MenuItem[] = [
    {
      label: 'Sort ascending',
      icon: 'sort-ascending',
      onselect: () => onsort({ column: column.id, direction: 'ascending' }),
    },
    {
      label: 'Sort descending',
      icon: 'sort-descending',
      onselect: () => onsort({ column: column.id, direction: 'descending' }),
    },
    { kind: 'separator' },
  ]
  return [
    ...(column.sorts ? sorting : []),
    { label: 'Fit width to content', onselect: () => onlayout(withWidth(layout, column, fit(column))) },
    {
      label: 'Move left',
      icon: 'arrow-left',
      disabled: place <= 0,
      onselect: () => onlayout(withMoved(columns, layout, { id: column.id, step: -1 })),
    },
    {
      label: 'Move right',
      icon: 'arrow-right',
      disabled: place === shown.length - 1,
      onselect: () => onlayout(withMoved(columns, layout, { id: column.id, step: 1 })),
    },
    {
      label: 'Hide column',
      icon: 'eye-off',
      disabled: column.hideable === false || shown.length === 1,
      onselect: () => onlayout(withHidden(layout, column.id, true)),
    },
  ]
}
