export { default as Table } from './Table.svelte'
export type { Column, Direction, Sort, TableLayout } from './columns.ts'
export { Selection, type RowRange } from './selection.ts'
