export { default as DateFields } from './DateFields.svelte'
export { zoneOptions } from './setting-options.ts'
