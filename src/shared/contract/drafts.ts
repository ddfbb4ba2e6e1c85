import { z } from 'zod'
import { command } from './base/define.ts'
import {
  draftContent,
  draftPart,
  draftPeople,
  editedTemplate,
  mailbox,
  peopleChange,
  shownImage,
} from './base/draft.ts'
import { mostParts, mostPeople, mostRowsAtOnce } from './base/draft-limits.ts'
import { fileRef } from './files.ts'

const accountId = z.string().max(80)
const account = z.strictObject({ accountId })
const id = z.strictObject({ id: z.uuid() })

const draftSummary = z.strictObject({
  id: z.uuid(),
  accountId: z.string(),
  subject: z.string(),
  /** The beginning of the draft’s text, on a single line; empty while the draft contains no words. */
  preview: z.string(),
  /** The addresses of the first few recipients. */
  to: z.array(z.string()),
  recipients: z.number().int(),
  parts: z.number().int(),
  savedAt: z.number(),
  /** Null for a message. */
  template: editedTemplate.nullable(),
})
export type DraftSummary = z.infer<typeof draftSummary>

export const draft = z.strictObject({
  id: z.uuid(),
  accountId: z.string(),
  content: draftContent,
  /** The first recipients; `drafts.people` returns the others. */
  people: draftPeople,
  recipients: z.number().int(),
  /** Increases with every save, whatever its origin. */
  revision: z.number().int(),
  /** The revision that last changed the recipients. */
  peopleRevision: z.number().int(),
  savedAt: z.number(),
  /** Null for a message. A draft that edits a template is not sent. */
  template: editedTemplate.nullable(),
  /** The parts that could not be restored, as sentences. */
  problems: z.array(z.string()),
})
export type Draft = z.infer<typeof draft>

const start = z.discriminatedUnion('from', [
  z.strictObject({ from: z.literal('blank') }),
  z.strictObject({ from: z.literal('draft'), id: z.uuid() }),
  z.strictObject({ from: z.literal('template'), id: z.string().max(300) }),
  z.strictObject({ from: z.literal('snippet'), id: z.uuid() }),
  /** An .html file contains a message’s HTML, an .eml file a complete email. Creating the draft releases the token. */
  z.strictObject({ from: z.literal('file'), token: z.string().max(200) }),
])

/** A file that was not added, with the reason as a sentence. */
const fileProblem = z.strictObject({ name: z.string(), problem: z.string() })

/** A line of a table that was skipped, with the reason as a sentence. */
const tableProblem = z.strictObject({ line: z.number().int(), problem: z.string() })

/** Facts known about recipients before a message is sent to them. */
const knownRecipients = z.strictObject({
  /** Recipients on a blacklist that may apply to this message, as of the last time the list was read. */
  listed: z.array(
    z.strictObject({
      address: z.string(),
      type: z.string(),
      /** A custom list’s name; empty for the account-wide list. */
      list: z.string(),
      reason: z.string(),
      /** Whether it is certain that the service won’t send the message to this recipient. */
      blocks: z.boolean(),
    }),
  ),
  /** Recipients whose last message was rejected or bounced permanently, or who complained about it or unsubscribed. */
  blocked: z.array(z.strictObject({ address: z.string(), reason: z.string(), at: z.number(), row: z.number() })),
})

export const drafts = {
  /** The draft saved last comes first. A draft that edits a template is listed as soon as it has a change. */
  'drafts.list': command(account, z.array(draftSummary)),
  /** A temporary draft is not listed, and is removed at the next start unless it was sent. */
  'drafts.create': command(z.strictObject({ accountId, start, temporary: z.boolean().default(false) }), draft),
  /**
   * Returns the only draft that edits this template or, if null, the one for a new template. It contains the changes
   * made so far or, if there are none, the service’s content.
   */
  'drafts.ofTemplate': command(z.strictObject({ accountId, template: z.string().min(1).max(300).nullable() }), draft),
  'drafts.get': command(id, draft),
  'drafts.people': command(
    z.strictObject({ id: z.uuid(), from: z.number().int().min(0), count: z.number().int().min(1).max(mostRowsAtOnce) }),
    draftPeople.shape.rows,
  ),
  /**
   * Saves only the changes. They are on disk when this returns. `revision` is the revision on which they are based. If
   * it is no longer the current one, they are refused with `draft-changed`. Without `revision`, they apply to the
   * current one.
   */
  'drafts.save': command(
    z.strictObject({
      id: z.uuid(),
      content: draftContent.partial().optional(),
      people: peopleChange.optional(),
      revision: z.number().int().optional(),
    }),
    z.strictObject({ savedAt: z.number(), revision: z.number().int() }),
  ),
  /**
   * Removes the draft from the list. `drafts.restore` can bring it back for at least a week: it is deleted for good
   * when Mailroom next starts after that.
   */
  'drafts.remove': command(id, z.void()),
  'drafts.restore': command(id, z.void()),

  /** Copies files to the draft. The caller adds the parts to the content; the tokens are released. */
  'drafts.addFiles': command(
    z.strictObject({ id: z.uuid(), tokens: z.array(z.string().max(200)).max(mostParts), kind: draftPart.shape.kind }),
    z.strictObject({ parts: z.array(draftPart), problems: z.array(fileProblem) }),
  ),
  /** Returns a part’s file for saving. */
  'drafts.partFile': command(z.strictObject({ id: z.uuid(), part: z.uuid() }), fileRef),
  /** Opens a read-only copy of a part in the system’s program. Requires the `openFile` capability. */
  'drafts.openFile': command(z.strictObject({ id: z.uuid(), part: z.uuid() }), z.void()),
  'drafts.image': command(z.strictObject({ id: z.uuid(), part: z.uuid() }), shownImage),

  /** Opens a csv, xlsx or xls file as a table of recipients. The file’s token is released with the table. */
  'drafts.openTable': command(
    z.strictObject({ token: z.string().max(200) }),
    z.strictObject({
      /** Empty if the first row looks like data. */
      columns: z.array(z.string()),
      rows: z.number().int(),
      sample: z.array(z.array(z.string())),
      problems: z.array(tableProblem),
    }),
  ),
  /** Rows of the table opened with this file’s token, each with its line number in the file. */
  'drafts.tableRows': command(
    z.strictObject({
      token: z.string().max(200),
      from: z.number().int().min(0),
      count: z.number().int().min(1).max(5000),
    }),
    z.array(z.strictObject({ line: z.number().int(), cells: z.array(z.string()) })),
  ),

  /**
   * Account data that helps in writing a message: senders to suggest, domains, API keys and common recipient domains.
   */
  'drafts.context': command(
    account,
    z.strictObject({
      /** The senders used most often in the archive. */
      senders: z.array(mailbox),
      /** Null if the account cannot list its domains. */
      domains: z.array(z.strictObject({ name: z.string(), verified: z.boolean() })).nullable(),
      keys: z.array(z.strictObject({ id: z.string(), description: z.string(), enabled: z.boolean() })),
      /** The archive’s most frequent recipient domains, for "did you mean". */
      recipientDomains: z.array(z.string()),
      /** Notes on data that could not be read. */
      problems: z.array(z.string()),
    }),
  ),
  /**
   * Looks up these recipients in the archive and in the copies of the blacklists. Returns no more than 1,000 findings
   * of each type.
   */
  'drafts.checkRecipients': command(
    z.strictObject({
      accountId,
      addresses: z.array(z.string().max(1000)).max(mostPeople),
      /** The custom blacklist that the message names; empty for none. */
      blacklist: z.string().max(300),
    }),
    knownRecipients,
  ),
  'drafts.inlineCss': command(
    z.strictObject({ html: z.string().max(5_000_000) }),
    z.strictObject({ html: z.string() }),
  ),
}
