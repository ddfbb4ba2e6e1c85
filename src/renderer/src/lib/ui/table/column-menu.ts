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

/** Which columns are shown, and the way back to how the program shows them. */
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
    { kind: 'heading', label: 'Shown columns' },
    ...choices,
    { kind: 'separator' },
    { label: 'Reset columns', onselect: () => change({}) },
  ]
}

/** What can be done with one column; everything the pointer can do in the header is here for the keyboard too. */
export function columnMenu<Row>(
  columns: readonly Column<Row>[],
  layout: TableLayout,
  column: Column<Row>,
  sort: (sort: Sort) => void,
  change: ChangeLayout,
  fit: (column: Column<Row>) => number,
): MenuItem[] {
  const shown = shownColumns(columns, layout)
  const place = shown.indexOf(column)
  const sorting: MenuItem[] = [
    {
      label: 'Sort ascending',
      icon: 'sort-ascending',
      onselect: () => sort({ column: column.id, direction: 'ascending' }),
    },
    {
      label: 'Sort descending',
      icon: 'sort-descending',
      onselect: () => sort({ column: column.id, direction: 'descending' }),
    },
    { kind: 'separator' },
  ]
  return [
    ...(column.sortable ? sorting : []),
    { label: 'Fit width to content', onselect: () => change(withWidth(layout, column, fit(column))) },
    {
      label: 'Move left',
      icon: 'arrow-left',
      disabled: place <= 0,
      onselect: () => change(withMoved(columns, layout, column.id, -1)),
    },
    {
      label: 'Move right',
      icon: 'arrow-right',
      disabled: place === shown.length - 1,
      onselect: () => change(withMoved(columns, layout, column.id, 1)),
    },
    {
      label: 'Hide column',
      icon: 'eye-off',
      disabled: column.hideable === false || shown.length === 1,
      onselect: () => change(withHidden(layout, column.id, true)),
    },
  ]
}
