import { z } from 'zod'
import { account } from './accounts.ts'
import { sendSummary } from './base/sends.ts'
import { job } from './jobs.ts'
import { outcome } from './outcomes.ts'
import { sandboxFaultKinds } from './base/sandbox/fault-schema.ts'
import { settingsShape } from './settings.ts'
import { updateState } from './updates.ts'

/** Events that the core emits to all pages. */
export const events = {
  'accounts.changed': z.strictObject({ accounts: z.array(account), currentId: z.string().nullable() }),
  'settings.changed': settingsShape,
  'jobs.changed': job,
  'jobs.dismissed': z.strictObject({ id: z.string() }),
  /** All jobs, for a page that was disconnected for a while. */
  'jobs.listed': z.array(job),
  /**
   * A call that changes the service was made, or the outcome of such a call was lost, checked, dismissed or settled
   * (`gone`).
   */
  'outcomes.changed': outcome,
  /** All outcomes, for a page that was disconnected for a while. */
  'outcomes.listed': z.array(outcome),
  /** Requests arrived, or a control changed; at most four times a second. */
  'sandbox.changed': z.strictObject({ running: z.boolean(), faults: sandboxFaultKinds }),
  /** Records arrived, or a sync began or ended; at most once a second per account. */
  'archive.changed': z.strictObject({ accountId: z.string() }),
  /** An account’s rules, their state or their history changed. */
  'alerts.changed': z.strictObject({ accountId: z.string() }),
  /** An account’s list of exports changed. The progress of an export is reported by its job. */
  'exports.changed': z.strictObject({ accountId: z.string() }),
  /** An account’s schedules, or the outcomes of their runs, changed. */
  'schedules.changed': z.strictObject({ accountId: z.string() }),
  /** The copies of an account’s blacklists changed; at most twice a second. */
  'blacklists.changed': z.strictObject({ accountId: z.string() }),
  /** An account’s domains, their checks, or the set of watched domains changed. */
  'domains.changed': z.strictObject({ accountId: z.string() }),
  'notes.changed': z.strictObject({ accountId: z.string() }),
  /** An account’s API keys, or the rotations being watched, changed. */
  'keys.changed': z.strictObject({ accountId: z.string() }),
  /** An account’s templates, or the versions of them kept here, changed. */
  'templates.changed': z.strictObject({ accountId: z.string() }),
  'webhooks.changed': z.strictObject({ accountId: z.string() }),
  /** A draft was created, removed or restored; typing is not reported. */
  'drafts.changed': z.strictObject({ accountId: z.string() }),
  /** Emitted when a draft is saved, for other windows that show it. */
  'drafts.saved': z.strictObject({ id: z.uuid(), revision: z.number().int() }),
  /** A send made progress; at most four times a second. */
  'sends.changed': sendSummary,
  'sends.removed': z.strictObject({ id: z.uuid() }),
  /** Mailroom checked for a new version, or a version was dismissed. */
  'updates.changed': updateState,
  'app.notice': z.strictObject({ id: z.string(), text: z.string() }),
  /** A native menu asks the page to run the palette action with this id. */
  'app.action': z.strictObject({ action: z.string() }),
  /** The user clicked a notification, which opens a view of its account. */
  'app.openView': z.strictObject({ accountId: z.string(), view: z.string() }),
  /** Outside Mailroom, the user opened a mailroom:// link. The text is untrusted, because anybody may have written it. */
  'app.openLink': z.strictObject({ text: z.string() }),
} satisfies Record<string, z.ZodType>

export type EventName = keyof typeof events
export type EventPayload<Name extends EventName> = z.infer<(typeof events)[Name]>
export type AppEvent = { [Name in EventName]: { name: Name; payload: EventPayload<Name> } }[EventName]
