import type { WebhookFault } from '#shared/contract/base/sandbox/webhook-faults.ts'

export const webhookFaultNames: Readonly<Record<WebhookFault, string>> = {
  slow: 'Slow body',
  failed: 'Response counts as 500',
  refused: 'Connection refused',
  twice: 'Every call twice',
  shuffled: 'Wrong order',
}

export const webhookFaultOptions = [
  { value: 'none', label: 'None' },
  ...Object.entries(webhookFaultNames).map(([value, label]) => ({ value: value as WebhookFault, label })),
] as const
