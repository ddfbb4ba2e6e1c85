export { default as JobsPanel } from './JobsPanel.svelte'
