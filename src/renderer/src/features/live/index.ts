export { hashOfFilters, splitValues } from './live-filters.ts'
export { default as LiveMessages } from './LiveMessages.svelte'
