export { default as StoragePanel } from './StoragePanel.svelte'
