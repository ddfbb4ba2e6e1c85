import { count, optionalDate, optionalText, resource, text, texts } from './fields.ts'

export const readWebhook = resource('The webhook', {
  id: { read: text },
  url: optionalText,
  description: optionalText,
  events: { read: texts, absent: [] as readonly string[] },
  /** Numbers of successful and failed calls. */
  success: count,
  errors: count,
  lastCall: optionalDate,
  createdAt: optionalDate,
  updatedAt: optionalDate,
})

export const readWebhookCall = resource('The call', {
  recipient: optionalText,
  subject: optionalText,
  eventDate: optionalDate,
  statusDate: optionalDate,
  /** Why the call failed; empty after a successful call. */
  descriptionError: optionalText,
  eventType: optionalText,
  typeOfStatus: optionalText,
})
