export { ChosenRow } from './chosen-row.svelte.ts'
export { default as ChosenTable } from './ChosenTable.svelte'
export { default as ListPage } from './ListPage.svelte'
export { type Sorters, sortRows } from './sort-rows.ts'
