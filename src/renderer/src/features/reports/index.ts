export { default as ReportButton } from './ReportButton.svelte'
