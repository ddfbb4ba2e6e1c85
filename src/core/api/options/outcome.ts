import { z } from 'zod'
import { AppError, type ErrorDetails } from '#shared/contract/base/error.ts'
import { fileTypes } from '#shared/contract/base/file-type.ts'

const text = z.string()
/** Absent from outcomes that earlier versions recorded. */
const startedAt = z.number().optional()

/** Describes an effect, so that its outcome can be looked for if the response was lost. */
export const outcomeCheck = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('send'),
    sendId: text.nullable(),
    sentAt: z.number(),
    from: text,
    recipients: z.number(),
  }),
  z.object({ kind: z.literal('api-key'), description: text, startedAt: z.number() }),
  z.object({
    kind: z.literal('api-key-change'),
    id: text,
    description: text.nullable(),
    filter: z.object({ enabled: z.boolean(), allowedIps: z.array(text) }).nullable(),
  }),
  z.object({ kind: z.literal('api-key-removal'), id: text, description: text }),
  z.object({
    kind: z.literal('domain'),
    sending: text,
    /** Absent, like `startedAt`, from outcomes that earlier versions recorded. */
    tracking: text.optional(),
    email: text.optional(),
    startedAt,
  }),
  z.object({ kind: z.literal('domain-test'), sending: text }),
  z.object({
    kind: z.literal('template'),
    id: text,
    description: text,
    /** Absent from outcomes that earlier versions recorded. */
    from: text.optional(),
    subject: text,
    htmlHash: text,
    textHash: text,
  }),
  z.object({ kind: z.literal('new-template'), description: text, startedAt }),
  z.object({ kind: z.literal('template-removal'), id: text, description: text }),
  z.object({ kind: z.literal('template-test'), description: text, email: text }),
  z.object({ kind: z.literal('delta'), fileType: z.enum(fileTypes) }),
  z.object({ kind: z.literal('webhook'), url: text, description: text, startedAt }),
  z.object({
    kind: z.literal('webhook-change'),
    id: text,
    url: text.nullable(),
    description: text.nullable(),
    events: z.array(text).readonly().nullable(),
  }),
  z.object({ kind: z.literal('webhook-removal'), id: text, description: text }),
  z.object({ kind: z.literal('webhook-test'), id: text, description: text }),
  z.object({
    kind: z.literal('blacklist'),
    type: text,
    email: text,
    /**
     * A custom list’s name; empty for the account-wide list. Absent if all lists of the type count: from a removal, and
     * from outcomes that earlier versions recorded.
     */
    list: text.optional(),
    listed: z.boolean(),
  }),
])
export type OutcomeCheck = z.infer<typeof outcomeCheck>

/**
 * Shown if a response was lost: a sentence about the uncertainty and advice on how to resolve it, by kind of effect.
 */
export const lostAnswer: Record<OutcomeCheck['kind'], { sentence: string; advice: string }> = {
  send: {
    sentence: 'The response to this send was lost: the message may or may not have been sent.',
    advice: 'Check whether the service has a record of this message before you send it again.',
  },
  'api-key': {
    sentence: 'The response was lost: the API key may or may not have been created.',
    advice: 'Look for a new key with this description in the list of API keys.',
  },
  'api-key-change': {
    sentence: 'The response was lost: the API key may or may not have been changed.',
    advice: 'Check the key in the list of API keys. It is safe to change the key again.',
  },
  'api-key-removal': {
    sentence: 'The response was lost: the API key may or may not have been deleted.',
    advice: 'Check whether the list of API keys still has this key.',
  },
  domain: {
    sentence: 'The response was lost: the domain may or may not have been saved.',
    advice: 'It is safe to save the domain again. If the account can list its domains, Mailroom can look for it.',
  },
  'domain-test': {
    sentence: 'The response was lost: the service may or may not have checked the domain’s DNS again.',
    advice: 'It is safe to check the domain again.',
  },
  template: {
    sentence: 'The response was lost: the template may or may not have been updated.',
    advice: 'If the account can read templates, Mailroom can compare them. It is safe to update the template again.',
  },
  'new-template': {
    sentence: 'The response was lost: the template may or may not have been created.',
    advice: 'Look for the new template in the list of templates.',
  },
  'template-removal': {
    sentence: 'The response was lost: the template may or may not have been deleted.',
    advice: 'Check whether the list of templates still has this template.',
  },
  'template-test': {
    sentence: 'The response was lost: the template test may or may not have been sent.',
    advice: 'Check the recipient’s mailbox. It is safe to send the test again.',
  },
  delta: {
    sentence: 'The delta export is incomplete, and the service may have moved its mark past the missing rows.',
    advice: 'Export the same period in full to get the rows. Mailroom can’t read the mark itself.',
  },
  webhook: {
    sentence: 'The response was lost: the webhook may or may not have been added.',
    advice: 'Look for the new webhook in the list of webhooks.',
  },
  'webhook-change': {
    sentence: 'The response was lost: the webhook may or may not have been changed.',
    advice: 'Check the webhook in the list of webhooks. It is safe to change the webhook again.',
  },
  'webhook-removal': {
    sentence: 'The response was lost: the webhook may or may not have been deleted.',
    advice: 'Check whether the list of webhooks still has this webhook.',
  },
  'webhook-test': {
    sentence: 'The response was lost: the webhook may or may not have been called.',
    advice: 'Look for the call in the webhook’s log.',
  },
  blacklist: {
    sentence: 'The response was lost: the blacklist may or may not have been changed.',
    advice: 'Check whether the address is on the blacklist.',
  },
}

/** Returns the error that refuses an effect before anything is sent. */
export function readOnlyAccount(operation: string): AppError {
  return new AppError(
    'read-only-account',
    'This account is read-only in Mailroom, so nothing was sent. To allow changes, turn off read-only in the account’s settings.',
    {
      details: { operation },
    },
  )
}

/**
 * Returns the error for an effect whose response was lost. It makes no claim about the outcome, but says what can be
 * checked.
 */
export function outcomeUnknown(
  cause: AppError,
  check: OutcomeCheck,
  outcomeId?: string,
  more: ErrorDetails = {},
): AppError {
  const { sentence, advice } = lostAnswer[check.kind]
  const known = { causeCode: cause.code, causeMessage: cause.message, check, advice, ...more }
  const details = { ...cause.details, ...known, ...(outcomeId !== undefined && { outcomeId }) }
  return new AppError('outcome-unknown', `${sentence} ${cause.message}`, { retryable: false, details, cause })
}

const doubtfulCodes: ReadonlySet<string> = new Set([
  'timeout',
  'connection-cut',
  'aborted',
  'client-closed',
  'malformed-answer',
  'unexpected-answer',
  'not-json',
  'answer-too-large',
  'header-too-large',
  'proxy-failed',
])

/** Whether the service may have carried out the failed call. Gateways may return 5xx even after passing the call on. */
export function mayHaveHappened({ code, details }: AppError): boolean {
  return doubtfulCodes.has(code) || (code === 'service-error' && ![501, 503, 505].includes(Number(details.status)))
}
