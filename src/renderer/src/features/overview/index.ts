export { default as ArchiveOverview } from './ArchiveOverview.svelte'
export { default as ServiceMorning } from './ServiceMorning.svelte'
