export { default as KeysPage } from './KeysPage.svelte'
