export const longestWebhookUrl = 2000
export const longestWebhookDescription = 200
export const webhookCallsPerPage = 50
