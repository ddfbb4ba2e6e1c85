import { isDeepStrictEqual } from 'node:util'
import { expandEvents } from '#shared/contract/base/webhooks/webhook-events.ts'
import type { CallOptions } from '../options/options.ts'
import type { OutcomeCheck } from '../options/outcome.ts'
import type { WebhookOperations } from '../resources/webhooks.ts'
import { absent, cannotTell, happened, notFound, type CheckedOutcome } from './checked-outcome.ts'
import { ofCreation } from './creation.ts'

export type WebhookCheck = Extract<OutcomeCheck, { kind: `webhook${string}` }>

type Needs = { readonly webhooks: WebhookOperations; readonly clockSkew: () => number }

export async function checkWebhook(
  check: WebhookCheck,
  { webhooks, clockSkew }: Needs,
  options: CallOptions | undefined,
): Promise<CheckedOutcome> {
  if (check.kind === 'webhook-test')
    return cannotTell('Mailroom can’t tell one test call from another. Look for this one in the webhook’s log.')
  const { items, problems } = await webhooks.list(options)
  if (check.kind === 'webhook') {
    const { url, description, startedAt } = check
    const found = items.filter((webhook) => isSameUrl(webhook.url, url) && webhook.description === description)
    return ofCreation(
      { items: found, problems },
      { startedAt, clockSkew: clockSkew() },
      {
        created: 'There is a webhook with that URL and description.',
        absent: 'There is no webhook with that URL and description.',
        earlier: 'The only webhook with that URL and description was created earlier.',
        unclear: 'There is a webhook with that URL and description, but it may be an older one.',
      },
    )
  }
  const found = items.find(({ id }) => id === check.id)
  if (check.kind === 'webhook-removal') {
    if (found) return notFound('The webhook still exists.')
    return problems.length === 0
      ? happened('The webhook was deleted.')
      : cannotTell('Some entries in the list can’t be read. Check the list in the service’s own console.')
  }
  if (!found) return absent(problems, 'The webhook no longer exists.')
  const { url, description, events } = check
  const isSame =
    (url === null || isSameUrl(found.url, url)) &&
    (description === null || found.description === description) &&
    (events === null || isDeepStrictEqual(expandEvents(found.events).sort(), expandEvents(events).sort()))
  return isSame
    ? happened('The webhook has the values you sent.')
    : notFound('The webhook doesn’t have the values you sent.')
}

/** Services store a URL in its normal form: `http://shop.example` as `http://shop.example/`. */
function isSameUrl(one: string, other: string): boolean {
  return (URL.parse(one)?.href ?? one) === (URL.parse(other)?.href ?? other)
}
