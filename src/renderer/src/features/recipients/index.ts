export { default as FindRecipient } from './FindRecipient.svelte'
export { recentRecipients } from './recent-recipients.ts'
export { default as RecipientField } from './RecipientField.svelte'
export { default as RecipientPage } from './RecipientPage.svelte'
