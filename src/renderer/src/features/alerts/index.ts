export { AccountAlerts } from './account-alerts.svelte.ts'
export { default as AlertsPage } from './AlertsPage.svelte'
