export { placeOf } from './outcome-words.ts'
export { default as OutcomeList } from './OutcomeList.svelte'
export { default as OutcomeNotice } from './OutcomeNotice.svelte'
export { default as OutcomeOfError } from './OutcomeOfError.svelte'
