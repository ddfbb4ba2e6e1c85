export { default as ArchivePlace } from './ArchivePlace.svelte'
export { leaseText } from './found-text.ts'
