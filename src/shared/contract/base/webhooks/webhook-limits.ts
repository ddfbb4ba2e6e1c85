export const longestWebhookUrl = 2000
export const longestWebhookDescription = 200
/** Calls on one page of the log. */
export const webhookCallsPerPage = 50
