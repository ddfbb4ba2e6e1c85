export { default as AppErrorState } from './AppErrorState.svelte'
export { default as Contained } from './Contained.svelte'
export { default as NotLoaded } from './NotLoaded.svelte'
