export { default as Table } from './Table.svelte'
export type { Column, Sort, TableLayout } from './columns.ts'
export { Selection } from './selection.ts'
