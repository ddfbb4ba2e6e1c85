import { z } from 'zod'
import {
  longestText,
  mostColumns,
  mostCopies,
  mostOwnFiles,
  mostParts,
  mostPeople,
  mostRowsAtOnce,
} from './draft-limits.ts'

/**
 * A message being written. Everything is kept as typed, even if it is wrong: the checks report mistakes, and a draft is
 * never refused. The limits only prevent a draft from growing endlessly.
 */

const line = (most: number) => z.string().max(most)

/** Both fields are empty if nothing was entered. */
export const mailbox = z.strictObject({ address: line(1000), name: line(1000) })
export type Mailbox = z.infer<typeof mailbox>

/** `default` leaves the choice to the account. */
const choice = z.enum(['default', 'on', 'off'])
export type Choice = z.infer<typeof choice>

const sendOptions = z.strictObject({
  domain: line(300),
  trackOpens: choice,
  trackClicks: choice,
  /** Whether clicks on links in the text part are tracked. */
  trackTextClicks: choice,
  analytics: choice,
  utmSource: line(300),
  utmMedium: line(300),
  utmContent: line(300),
  utmCampaign: line(300),
  bulk: choice,
  ipPool: line(300),
  /** Whether the service creates the text part itself. */
  textVersion: choice,
  /** The custom blacklist’s name. */
  blacklist: line(300),
  /** The name of an account template. */
  template: line(300),
  /** The address for the List-Unsubscribe line: https or mailto. */
  unsubscribe: line(2000),
  /** Whether to add List-Unsubscribe-Post, with which mail programs unsubscribe at one click. */
  oneClick: z.boolean(),
})
export type DraftOptions = z.infer<typeof sendOptions>

const metaRow = z.strictObject({ name: line(200), type: z.enum(['text', 'number']), value: line(5000) })
export type MetaRow = z.infer<typeof metaRow>

const headerRow = z.strictObject({ name: line(200), value: line(5000) })

/** A file copied to the draft. `id` identifies its bytes, which never change. */
export const draftPart = z.strictObject({
  id: z.uuid(),
  /** An `image` is shown inside the message by `cid:CONTENT-ID`. A `row` file is sent to individual recipients only. */
  kind: z.enum(['attachment', 'image', 'row']),
  name: line(255),
  contentType: line(200),
  /** Empty for files that are not shown inside the message. */
  contentId: line(255),
  size: z.number().int(),
  sha256: z.string().max(64),
  /** In pixels, for images that could be read. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
})
export type DraftPart = z.infer<typeof draftPart>

const htmlModes = ['ordinary', 'in-place', 'code'] as const
export type HtmlMode = (typeof htmlModes)[number]

export const draftContent = z.strictObject({
  from: mailbox,
  replyTo: mailbox,
  cc: z.array(mailbox).max(mostCopies),
  bcc: z.array(mailbox).max(mostCopies),
  subject: line(5000),
  /** The line after the subject in an inbox; inserted into the HTML when the message is sent. */
  preheader: line(2000),
  html: line(longestText),
  htmlMode: z.enum(htmlModes),
  text: line(longestText),
  /** `made` is generated from the HTML and kept in sync with it; `none` sends no text part. */
  textMode: z.enum(['made', 'written', 'none']),
  tags: z.array(line(200)).max(100),
  meta: z.array(metaRow).max(100),
  headers: z.array(headerRow).max(50),
  /** The id of the key to send with; empty for the account’s own. */
  apiKey: line(200),
  options: sendOptions,
  /** In the order in which the parts are sent. */
  parts: z.array(draftPart).max(mostParts),
  /** The problems that the user has dismissed in the checks, as their sentences. Absent if there are none. */
  dismissed: z.array(line(2000)).max(500).optional(),
  /** For a draft that edits a template: the service derives the template’s name from the description. */
  description: line(1000).optional(),
})
export type DraftContent = z.infer<typeof draftContent>

/** Which template a draft edits, and the template’s state when editing began. */
export const editedTemplate = z.strictObject({
  /** Null if the account does not have the template yet. */
  id: line(300).nullable(),
  /** The version kept here that the draft started from; null if no part of the template could be read. */
  base: line(200).nullable(),
  /** The name by which programs refer to the template; empty if unknown. */
  name: line(1000),
  description: line(1000),
  /**
   * `kept`: the service’s copy couldn’t be read, so editing began with the newest version kept here. `none`: editing
   * began with an empty template.
   */
  source: z.enum(['service', 'kept', 'none']),
})
export type EditedTemplate = z.infer<typeof editedTemplate>

const person = z.strictObject({
  address: line(1000),
  name: line(1000),
  /** One value per column; null if nothing was entered. */
  values: z.array(line(20_000).nullable()).max(mostColumns),
  /** The ids of this person’s individual files. */
  parts: z.array(z.uuid()).max(mostOwnFiles),
})
export type Person = z.infer<typeof person>

const columns = z.array(line(200)).max(mostColumns)

/**
 * The recipients, each with a value for every column. Columns are variables, except that `subject` replaces the subject
 * and `meta.NAME` adds metadata.
 */
export const draftPeople = z.strictObject({
  columns,
  rows: z.array(person).max(mostPeople),
})
export type DraftPeople = z.infer<typeof draftPeople>

/**
 * Replaces `remove` rows from position `at` with `rows`. A table is saved as changes, because a complete table may be a
 * hundred megabytes.
 */
export const peopleChange = z.strictObject({
  /** Absent if the columns are unchanged. */
  columns: columns.optional(),
  at: z.number().int().min(0).max(mostPeople),
  remove: z.number().int().min(0).max(mostPeople),
  rows: z.array(person).max(mostRowsAtOnce),
})
export type PeopleChange = z.infer<typeof peopleChange>

/** An image that is safe to decode: browsers support its type, and it has at most 50 megapixels and 15 MB. */
export const shownImage = z.strictObject({ contentType: z.string(), base64: z.string() })
