import { z } from 'zod'
import { scenarioNames } from './base/scenario.ts'
import { controlledWebhook, loggedCall, webhookManner } from './base/sandbox/controlled-webhooks.ts'
import { sandboxFault, sandboxFaultKinds } from './base/sandbox/fault-schema.ts'
import { mostReplyRules } from './base/sandbox/reply-kinds.ts'
import { replyRule, shownReplies } from './base/sandbox/replies.ts'
import { longestHeaderName, longestOptionPrefix } from './base/sandbox/service-names.ts'
import { listedSnapshot, snapshotChanges, snapshotName } from './base/sandbox/snapshots.ts'
import { account } from './accounts.ts'
import { command } from './base/define.ts'
import { fileRef } from './files.ts'

const scenario = z.enum(scenarioNames)

export const sandboxClock = z.strictObject({ now: z.number(), running: z.boolean(), offset: z.number() })
export type SandboxClockState = z.infer<typeof sandboxClock>

/** The sandbox itself checks the names, as it does for other programs. */
const headerName = z.string().max(longestHeaderName)
const names = z.strictObject({
  headerNames: z.strictObject({ user: headerName, key: headerName }),
  /** The prefix of the option keys in a send. */
  prefix: z.string().max(longestOptionPrefix),
})

/** The credentials may be shown, because they give access only to the sandbox on this computer. */
export const sandboxState = z.strictObject({
  url: z.string(),
  smtp: z.string().nullable(),
  /** The last run’s SMTP port if another program has it now; otherwise null. */
  smtpMovedFrom: z.number().int().nullable(),
  user: z.string(),
  key: z.string(),
  /** The control API for scripts: clock, faults, scenario, log and outbox. */
  adminUrl: z.string(),
  adminToken: z.string(),
  ...names.shape,
  scenario,
  resets: z.number().int(),
  strict: z.boolean(),
  messages: z.number().int(),
  faults: sandboxFaultKinds,
  clock: sandboxClock,
})
export type SandboxState = z.infer<typeof sandboxState>

const requestSummary = z.strictObject({
  id: z.number().int(),
  date: z.number(),
  channel: z.enum(['http', 'smtp']),
  method: z.string(),
  path: z.string(),
  /** The User-Agent header; empty if there is none. */
  program: z.string(),
  status: z.number().int(),
  milliseconds: z.number(),
  requestBytes: z.number().int(),
  /** Null if the response was sent in chunks or was cut off. */
  responseBytes: z.number().int().nullable(),
  fault: z.string().nullable(),
})
export type SandboxRequest = z.infer<typeof requestSummary>

/** The sandbox has already truncated the bodies and masked the secrets. */
const requestDetail = z.strictObject({
  ...requestSummary.shape,
  requestHeaders: z.record(z.string(), z.string()),
  requestBody: z.string(),
  responseHeaders: z.record(z.string(), z.string()),
  responseBody: z.string(),
  /** Whether the log contains only a part of the body, so that the request cannot be copied or sent again. */
  isRequestCut: z.boolean(),
  /** Ids of the messages created by the request; only the first ones if there are many. */
  messages: z.array(z.string()),
  /** Notes on parts of the request that had no effect, such as an option with a different prefix. */
  notes: z.array(z.string()),
})
export type SandboxRequestDetail = z.infer<typeof requestDetail>

const outboxEntry = z.strictObject({
  id: z.string(),
  createdDate: z.number(),
  from: z.string(),
  email: z.string(),
  subject: z.string(),
  size: z.number().int(),
  tags: z.array(z.string()),
  lastState: z.string(),
  reason: z.string().nullable(),
})
export type OutboxEntry = z.infer<typeof outboxEntry>

const outboxSort = z.strictObject({
  field: z.enum(['date', 'state', 'to', 'subject', 'reason', 'tags', 'from', 'size']),
  descending: z.boolean(),
})
export type OutboxSort = z.infer<typeof outboxSort>

/** `target` is the address to which a tracked link redirects. */
const outboxLink = z.strictObject({ url: z.string(), text: z.string(), target: z.string().optional() })
export type OutboxLink = z.infer<typeof outboxLink>

const outboxMessage = z.strictObject({
  ...outboxEntry.shape,
  /** The number of the request that created the message; null once it is no longer in the log. */
  request: z.number().int().nullable(),
  text: z.string(),
  html: z.string(),
  links: z.array(outboxLink),
  /** One-time codes, such as those for signing in. */
  codes: z.array(z.string()),
  headers: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  attachments: z.array(
    z.strictObject({
      index: z.number().int(),
      filename: z.string(),
      contentType: z.string(),
      size: z.number().int(),
      contentId: z.string().nullable(),
    }),
  ),
})
export type OutboxMessage = z.infer<typeof outboxMessage>

const id = z.strictObject({ id: z.string() })
const attachmentOf = z.strictObject({ id: z.string(), index: z.number().int().min(0) })

export const sandbox = {
  /** Starts the sandbox if necessary, adds its account if there is none, and selects the account. */
  'sandbox.explore': command(z.strictObject({ scenario }), account),
  /** Null while the sandbox is not running. */
  'sandbox.state': command(z.void(), sandboxState.nullable()),
  'sandbox.stop': command(z.void(), z.void()),
  /** Replaces everything with the scenario. Runs as a job, because a million messages take a while. */
  'sandbox.reset': command(z.strictObject({ scenario }), z.strictObject({ jobId: z.string() })),
  /** Moves the clock forward, stops it or starts it. */
  'sandbox.moveClock': command(
    z.strictObject({ advance: z.enum(['hour', 'day', 'week']).optional(), running: z.boolean().optional() }),
    sandboxClock,
  ),
  /** The sandbox’s certificate authority as a PEM file, for programs that use TLS. */
  'sandbox.certificate': command(z.void(), fileRef),
  /** Makes the sandbox and its account in Mailroom use a provider’s own names for headers and options. */
  'sandbox.setNames': command(names, z.void()),
  'sandbox.faults': command(z.void(), z.array(sandboxFault)),
  'sandbox.setFaults': command(z.strictObject({ faults: z.array(sandboxFault).max(100) }), z.array(sandboxFault)),
  /** Newest first: the latest requests from other programs and, with `own`, from Mailroom itself. */
  'sandbox.requests': command(z.strictObject({ own: z.boolean() }), z.array(requestSummary)),
  'sandbox.request': command(z.strictObject({ id: z.number().int() }), requestDetail),
  /**
   * Sends a logged call again, with its program’s key. Returns the new call’s id (null if it is not in the log) and status
   * (0 if there was no response).
   */
  'sandbox.replay': command(
    z.strictObject({ id: z.number().int() }),
    z.strictObject({ id: z.number().int().nullable(), status: z.number().int() }),
  ),
  'sandbox.clearRequests': command(z.void(), z.void()),
  /**
   * The messages that contain every word of `text`, newest first unless `sort` is given. `before` is the last id on the
   * previous page.
   */
  'sandbox.outbox': command(
    z.strictObject({
      limit: z.number().int().min(1).max(500),
      before: z.string().optional(),
      text: z.string().max(200).optional(),
      sort: outboxSort.optional(),
    }),
    z.array(outboxEntry),
  ),
  'sandbox.message': command(id, outboxMessage),
  /** Returns the message byte for byte. `text` may be truncated, but the file is complete. */
  'sandbox.source': command(id, z.strictObject({ text: z.string(), cut: z.boolean(), file: fileRef })),
  'sandbox.attachment': command(attachmentOf, fileRef),
  /** The bytes of an inline image that is safe to decode. The limits are the same as in `drafts.image`. */
  'sandbox.image': command(attachmentOf, z.strictObject({ contentType: z.string(), base64: z.string() })),
  'sandbox.webhooks': command(z.void(), z.array(controlledWebhook)),
  'sandbox.changeWebhook': command(z.strictObject({ ...id.shape, ...webhookManner.shape }), controlledWebhook),
  /** The last calls, newest first. */
  'sandbox.webhookCalls': command(id, z.array(loggedCall)),
  /** Makes a logged call again, with the same payload. */
  'sandbox.repeatWebhookCall': command(z.strictObject({ id: z.string(), n: z.number().int() }), loggedCall),
  /** The last replies, newest first. */
  'sandbox.replies': command(z.void(), shownReplies),
  /** If the receiver is null, no more replies are planned or sent. */
  'sandbox.setReplyReceiver': command(z.strictObject({ receiver: z.string().max(300).nullable() }), z.void()),
  'sandbox.setReplyRules': command(
    z.strictObject({ rules: z.array(replyRule).max(mostReplyRules) }),
    z.array(replyRule),
  ),
  'sandbox.snapshots': command(z.void(), z.array(listedSnapshot)),
  /**
   * Runs as a job, because a million messages take a while. Refused with `conflict` if the name is taken and `replace` is
   * false.
   */
  'sandbox.saveSnapshot': command(
    z.strictObject({ name: snapshotName, replace: z.boolean() }),
    z.strictObject({ jobId: z.string() }),
  ),
  /** Replaces everything with the snapshot, as a job. */
  'sandbox.restoreSnapshot': command(z.strictObject({ name: snapshotName }), z.strictObject({ jobId: z.string() })),
  /** The snapshot’s file, for the user to save. */
  'sandbox.exportSnapshot': command(z.strictObject({ name: snapshotName }), fileRef),
  /**
   * Adds a snapshot from a file, under the file’s name or a similar one. Runs as a job, because the file is checked first.
   */
  'sandbox.importSnapshot': command(
    z.strictObject({ token: z.string().max(200) }),
    z.strictObject({ jobId: z.string() }),
  ),
  /** The current differences between the sandbox and the snapshot. */
  'sandbox.compareSnapshot': command(z.strictObject({ name: snapshotName }), snapshotChanges),
  'sandbox.removeSnapshot': command(z.strictObject({ name: snapshotName }), z.void()),
}
