export { default as WebhooksPage } from './WebhooksPage.svelte'
