export { default as BlacklistsPage } from './BlacklistsPage.svelte'
export { default as RemoveDialog } from './RemoveDialog.svelte'
export { blacklistLabel } from './list-label.ts'
