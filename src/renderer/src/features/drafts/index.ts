export { segmentsOfDraft } from './list/draft-segments.ts'
export { default as DraftList } from './list/DraftList.svelte'
export { default as NewMessage } from './list/NewMessage.svelte'
export { default as OpenDraft } from './message/OpenDraft.svelte'
