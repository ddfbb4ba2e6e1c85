import { z } from 'zod'
import { command } from './base/define.ts'
import { webhookEvents } from './base/webhooks/webhook-events.ts'
import { longestWebhookDescription, longestWebhookUrl } from './base/webhooks/webhook-limits.ts'

const accountId = z.string().max(80)
const webhookId = z.string().min(1).max(200)

/** A webhook as the service returns it. Dates are epoch milliseconds. */
const webhook = z.strictObject({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  /** Events unknown to Mailroom are shown unchanged. */
  events: z.array(z.string()),
  /** The numbers of successful and failed calls. */
  success: z.number().int(),
  errors: z.number().int(),
  lastCall: z.number().nullable(),
  createdAt: z.number().nullable(),
  updatedAt: z.number().nullable(),
})
export type Webhook = z.infer<typeof webhook>

const webhookCall = z.strictObject({
  recipient: z.string(),
  subject: z.string(),
  event: z.string(),
  eventDate: z.number().nullable(),
  calledAt: z.number().nullable(),
  succeeded: z.boolean(),
  /** The service’s description of a failed call. */
  error: z.string(),
})
export type WebhookCall = z.infer<typeof webhookCall>

const url = z
  .string()
  .trim()
  .min(1, 'Enter the URL that the service will call.')
  .max(longestWebhookUrl, 'A URL can have at most 2000 characters here.')
  .regex(/^https?:\/\/[^\s/?#\\][^\s]*$/i, 'Enter a URL that begins with https:// or http://.')
  .refine((text) => !/^[^/]*\/\/[^/?#\\]*@/.test(text), 'Enter a URL without a username or password.')
const description = z.string().trim().max(longestWebhookDescription, 'A description can have at most 200 characters.')
const events = z.array(z.enum(webhookEvents)).min(1, 'Choose at least one event.').max(webhookEvents.length)

export const webhooks = {
  'webhooks.list': command(
    z.strictObject({ accountId }),
    z.strictObject({
      /** Null if the service does not offer webhooks to this account. */
      webhooks: z.array(webhook).nullable(),
      unreadable: z.number().int(),
    }),
  ),
  /** The service calls the URL first, and saves nothing unless the URL returns 200. */
  'webhooks.add': command(z.strictObject({ accountId, url, description, events }), z.void()),
  /** Fields that are left out remain unchanged. */
  'webhooks.change': command(
    z.strictObject({
      accountId,
      webhookId,
      url: url.optional(),
      description: description.optional(),
      events: events.optional(),
    }),
    z.void(),
  ),
  'webhooks.remove': command(z.strictObject({ accountId, webhookId, description: z.string().max(2000) }), z.void()),
  /** Makes the service call the URL once with an example event. */
  'webhooks.test': command(z.strictObject({ accountId, webhookId, description: z.string().max(2000) }), z.void()),
  /** Returns a page of the log, newest first. An empty page marks its end. */
  'webhooks.calls': command(
    z.strictObject({ accountId, webhookId, page: z.number().int().min(1).max(100_000) }),
    z.strictObject({ calls: z.array(webhookCall), unreadable: z.number().int() }),
  ),
}
