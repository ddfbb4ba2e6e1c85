export { default as Table } from './Table.svelte'
export { toTsv, type Column, type Direction, type Sort, type TableLayout } from './columns.ts'
export { Selection, type RowRange } from './selection.ts'
