export const longestWebhookUrl = 2000
export const longestWebhookDescription = 200
/** Calls per page of the log. */
export const webhookCallsPerPage = 50
