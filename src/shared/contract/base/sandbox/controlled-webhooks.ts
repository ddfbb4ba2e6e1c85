import { z } from 'zod'
import { webhookFaults } from './webhook-faults.ts'

export const controlledWebhook = z.strictObject({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  success: z.number().int(),
  errors: z.number().int(),
  /** The number of calls that have not succeeded yet. */
  waiting: z.number().int(),
  /** Whether no calls are made because one failed too often. */
  stopped: z.boolean(),
  /** Whether the body is percent-encoded. */
  encoded: z.boolean(),
  fault: z.enum(webhookFaults).nullable(),
})
export type ControlledWebhook = z.infer<typeof controlledWebhook>

/** `stopped: false` resumes the calls. */
export const webhookManner = controlledWebhook
  .pick({ encoded: true, fault: true })
  .extend({ stopped: z.literal(false) })
  .partial()
export type WebhookManner = z.infer<typeof webhookManner>

export const loggedCall = z.strictObject({
  /**
   * Null if the call isn’t in the log, because the sandbox was closed or reset, or the webhook was removed, while it
   * was being made.
   */
  n: z.number().int().nullable(),
  event: z.string(),
  recipient: z.string(),
  subject: z.string(),
  calledAt: z.number(),
  /** A sentence that says why the call failed; null if it succeeded. */
  error: z.string().nullable(),
  /** JSON; null if it wasn’t kept. */
  payload: z.string().nullable(),
})
export type LoggedCall = z.infer<typeof loggedCall>
