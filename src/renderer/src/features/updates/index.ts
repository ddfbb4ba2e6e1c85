export { loadNewVersionLine } from './later.ts'
export { default as UpdateSettings } from './UpdateSettings.svelte'
export { default as VersionCheck } from './VersionCheck.svelte'
