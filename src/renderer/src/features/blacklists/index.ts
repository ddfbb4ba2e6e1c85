export { default as BlacklistsPage } from './BlacklistsPage.svelte'
export { blacklistLabel } from './list-label.ts'
