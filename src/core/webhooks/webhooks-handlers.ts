import type { HandlersOf } from '../base/handlers.ts'
import type { Webhooks } from './webhooks.ts'

export function webhooksHandlers(webhooks: Webhooks): HandlersOf<'webhooks'> {
  return {
    'webhooks.list': ({ accountId }, { signal }) => webhooks.list(accountId, signal),
    'webhooks.add': ({ accountId, ...input }, { signal }) => webhooks.add(accountId, input, signal),
    'webhooks.change': ({ accountId, webhookId, ...change }, { signal }) =>
      webhooks.change(accountId, webhookId, change, signal),
    'webhooks.remove': ({ accountId, webhookId: id, description }, { signal }) =>
      webhooks.remove(accountId, { id, description }, signal),
    'webhooks.test': ({ accountId, webhookId: id, description }, { signal }) =>
      webhooks.test(accountId, { id, description }, signal),
    'webhooks.calls': ({ accountId, webhookId, page }, { signal }) =>
      webhooks.calls(accountId, { id: webhookId, page }, signal),
  }
}
