import { z } from 'zod'
import { isMailAddress, notAnAddress } from '../text/mail-address.ts'
import { command } from './base/define.ts'
import {
  draftContent,
  draftPart,
  draftPeople,
  editedTemplate,
  mailbox,
  peopleChange,
  recipientChecks,
} from './base/draft.ts'
import { rehearsal, sendBatch, sendRecipient, sendSummary } from './base/sends.ts'
import { mostRowsAtOnce } from './base/draft-limits.ts'
import { fileRef } from './files.ts'

const address = z.string().trim().min(1, 'Enter an address.').refine(isMailAddress, notAnAddress())

/** The few fields of a first message; what the service would refuse is refused here, at its field. */
const testMessage = z.strictObject({
  to: z.array(address).min(1, 'Enter at least one recipient.').max(50, 'A test has at most 50 recipients.'),
  from: address,
  subject: z
    .string()
    .trim()
    .max(500, 'A subject has at most 500 characters here.')
    .regex(/^[^\p{Cc}]*$/u, 'A subject is one line.'),
  text: z.string().max(100_000, 'The text has at most 100,000 characters here.'),
})

const accountId = z.string().max(80)
const account = z.strictObject({ accountId })
const id = z.strictObject({ id: z.uuid() })
const jobId = z.strictObject({ jobId: z.string() })

const draftSummary = z.strictObject({
  id: z.uuid(),
  accountId: z.string(),
  subject: z.string(),
  /** The beginning of what it says, on one line; empty while it has no words. */
  preview: z.string(),
  /** The first few addresses. */
  to: z.array(z.string()),
  recipients: z.number().int(),
  parts: z.number().int(),
  savedAt: z.number(),
  /** Null for a message. */
  template: editedTemplate.nullable(),
})
export type DraftSummary = z.infer<typeof draftSummary>

const draft = z.strictObject({
  id: z.uuid(),
  accountId: z.string(),
  content: draftContent,
  /** The first of the recipients; `compose.people` returns the others. */
  people: draftPeople,
  recipients: z.number().int(),
  /** Grows with every save, from wherever it comes. */
  revision: z.number().int(),
  /** The revision that last changed the recipients. */
  peopleRevision: z.number().int(),
  savedAt: z.number(),
  /** Null for a message. A draft of a template is not sent. */
  template: editedTemplate.nullable(),
  /** What could not be restored, as sentences. */
  problems: z.array(z.string()),
})
export type Draft = z.infer<typeof draft>

/** What a new draft begins with. */
const start = z.discriminatedUnion('from', [
  z.strictObject({ from: z.literal('blank') }),
  z.strictObject({ from: z.literal('draft'), id: z.uuid() }),
  /** Everything of an earlier send; `again` keeps its recipients too. */
  z.strictObject({ from: z.literal('send'), id: z.uuid(), again: z.boolean() }),
  z.strictObject({ from: z.literal('template'), id: z.string().max(300) }),
  z.strictObject({ from: z.literal('snippet'), id: z.uuid() }),
  /** An .html file is the HTML of a message, an .eml file a whole mail. The token is released. */
  z.strictObject({ from: z.literal('file'), token: z.string().max(200) }),
])

const snippet = z.strictObject({
  id: z.uuid(),
  name: z.string().trim().min(1, 'Give it a name.').max(100, 'A name has at most 100 characters.'),
  subject: z.string().max(5000),
  html: z.string().max(5_000_000),
  text: z.string().max(5_000_000),
})
export type Snippet = z.infer<typeof snippet>

const template = z.strictObject({ id: z.string(), name: z.string(), description: z.string(), subject: z.string() })

/** A file that was not added, with the reason as a sentence. */
const fileProblem = z.strictObject({ name: z.string(), problem: z.string() })

/** Lines of a table that were passed over, with the reason. */
const tableProblem = z.strictObject({ line: z.number().int(), problem: z.string() })

export const compose = {
  /** Sent once and never again automatically; `id` names it among the outcomes until its answer is here. */
  'compose.sendTest': command(
    z.strictObject({ accountId, id: z.uuid(), message: testMessage }),
    z.strictObject({ sendId: z.string().nullable() }),
  ),
  /** A test of a draft, as the recipient `as` would get it (null: without values). `id` as in sendTest. */
  'compose.sendDraftTest': command(
    z.strictObject({
      id: z.uuid(),
      draftId: z.uuid(),
      to: z.array(address).min(1, 'Enter at least one recipient.').max(50, 'A test has at most 50 recipients.'),
      as: z.number().int().min(0).nullable(),
    }),
    z.strictObject({ sendId: z.string().nullable() }),
  ),
  /** The records that the service has of it by now; an account that keeps its history has them in it from then on. */
  'compose.findTest': command(
    z.strictObject({ accountId, sendId: z.uuid(), sentAt: z.number() }),
    z.array(z.strictObject({ id: z.string(), email: z.string(), lastState: z.string() })),
  ),

  /** Drafts, the last saved first. Drafts of templates are among them from their first change. */
  'compose.drafts': command(account, z.array(draftSummary)),
  /** A temporary one is not listed, and is gone at the next start unless it was sent. */
  'compose.createDraft': command(z.strictObject({ accountId, start, temporary: z.boolean().default(false) }), draft),
  /**
   * The draft in which a template is edited, or a new one is written (null). A template has one: it is continued with what was
   * changed in it, and begins with what the service has while nothing was.
   */
  'compose.editTemplate': command(
    z.strictObject({ accountId, template: z.string().min(1).max(300).nullable() }),
    draft,
  ),
  'compose.draft': command(id, draft),
  'compose.people': command(
    z.strictObject({ id: z.uuid(), from: z.number().int().min(0), count: z.number().int().min(1).max(mostRowsAtOnce) }),
    draftPeople.shape.rows,
  ),
  /**
   * Only what has changed. It is on the disk when this returns. `revision` is the one that the change was made to: the change
   * is refused as `draft-changed` if there is another one by now. Without it, the change applies to whatever is there.
   */
  'compose.saveDraft': command(
    z.strictObject({
      id: z.uuid(),
      content: draftContent.partial().optional(),
      people: peopleChange.optional(),
      revision: z.number().int().optional(),
    }),
    z.strictObject({ savedAt: z.number(), revision: z.number().int() }),
  ),
  /** Gone from the list, and restored by `restoreDraft` until Mailroom has been started again a week later. */
  'compose.removeDraft': command(id, z.void()),
  'compose.restoreDraft': command(id, z.void()),

  /** Copies files to the draft. The caller adds the parts to the content; tokens are released. */
  'compose.addFiles': command(
    z.strictObject({ id: z.uuid(), tokens: z.array(z.string().max(200)).max(500), kind: draftPart.shape.kind }),
    z.strictObject({ parts: z.array(draftPart), problems: z.array(fileProblem) }),
  ),
  /** The file of a part, to be saved. */
  'compose.partFile': command(z.strictObject({ id: z.uuid(), part: z.uuid() }), fileRef),
  /** Opens a read-only copy of a part in the system's program. Needs the capability openFile. */
  'compose.openFile': command(z.strictObject({ id: z.uuid(), part: z.uuid() }), z.void()),
  /** The bytes of an image of a draft or a send that may be decoded: a type that browsers know, at most 50 megapixels and 15 MB. */
  'compose.image': command(
    z.strictObject({ id: z.uuid(), part: z.uuid() }),
    z.strictObject({ contentType: z.string(), base64: z.string() }),
  ),

  /** Opens a csv, xlsx or xls file as a table of recipients. The file's token is released with the table. */
  'compose.openTable': command(
    z.strictObject({ token: z.string().max(200) }),
    z.strictObject({
      /** Empty when the first row looks like data. */
      columns: z.array(z.string()),
      rows: z.number().int(),
      sample: z.array(z.array(z.string())),
      problems: z.array(tableProblem),
    }),
  ),
  /** Rows with the line each has in the file, by its token. */
  'compose.tableRows': command(
    z.strictObject({
      token: z.string().max(200),
      from: z.number().int().min(0),
      count: z.number().int().min(1).max(5000),
    }),
    z.array(z.strictObject({ line: z.number().int(), cells: z.array(z.string()) })),
  ),

  /** Local building blocks to start from. */
  'compose.snippets': command(z.void(), z.array(snippet)),
  'compose.saveSnippet': command(snippet, z.void()),
  'compose.removeSnippet': command(id, z.void()),
  /** Null where the account cannot list its templates. */
  'compose.templates': command(account, z.array(template).nullable()),
  /** Adds a template with the content of a draft, or updates the one of `id`. */
  'compose.saveTemplate': command(
    z.strictObject({
      draftId: z.uuid(),
      id: z.string().max(300).nullable(),
      description: z.string().trim().min(1, 'Give the template a description.').max(200),
    }),
    /** The id is null where the service returns none for a new one. */
    z.strictObject({ id: z.string().nullable(), name: z.string() }),
  ),

  /** What the sender field completes, what the account can do, and where its mail goes. */
  'compose.context': command(
    account,
    z.strictObject({
      /** The most used senders of the archive. */
      senders: z.array(mailbox),
      /** Null where the account cannot list its domains. */
      domains: z.array(z.strictObject({ name: z.string(), verified: z.boolean() })).nullable(),
      keys: z.array(z.strictObject({ id: z.string(), description: z.string(), enabled: z.boolean() })),
      /** The archive's most frequent recipient domains, for "did you mean". */
      recipientDomains: z.array(z.string()),
      /** What could not be asked, as sentences. */
      problems: z.array(z.string()),
    }),
  ),
  /** What the options that name something of the account may be: each takes any other text too. */
  'compose.optionValues': command(
    account,
    z.strictObject({ ipPool: z.array(z.string()), blacklist: z.array(z.string()), template: z.array(z.string()) }),
  ),
  ...recipientChecks,
  'compose.inlineCss': command(
    z.strictObject({ html: z.string().max(5_000_000) }),
    z.strictObject({ html: z.string() }),
  ),
  /** The request for the batch with this recipient (0 without recipients), keys masked. Large contents are shortened. */
  'compose.request': command(
    z.strictObject({ draftId: z.uuid(), index: z.number().int().min(0) }),
    z.strictObject({ json: z.string(), curl: z.string() }),
  ),

  /**
   * Writes every recipient's message as .eml: a job. Its result is a new folder in the chosen one, by the token of
   * `files.chooseFolder`, or one zip file if that is null.
   */
  'compose.dryRun': command(z.strictObject({ draftId: z.uuid(), folder: z.string().max(200).nullable() }), jobId),
  /** Sends it to the local sandbox instead, with the settings of the account: a job. Then `rehearsal` lists the mails. */
  'compose.rehearse': command(z.strictObject({ draftId: z.uuid() }), jobId),
  /** Ids of the sandbox's outbox, one for each recipient of the last rehearsal; null before one has ended. */
  'compose.rehearsal': command(z.strictObject({ draftId: z.uuid() }), rehearsal.nullable()),

  /** The draft becomes a send, which leaves at `at`, or after the undo window if it is null. */
  'compose.send': command(
    z.strictObject({ draftId: z.uuid(), at: z.number().nullable(), undoSeconds: z.number().int().min(0).max(120) }),
    sendSummary,
  ),
  'compose.sends': command(account, z.array(sendSummary)),
  'compose.sendDetail': command(
    id,
    z.strictObject({ summary: sendSummary, content: draftContent, batches: z.array(sendBatch) }),
  ),
  /** One recipient after the other, with the records of the archive. */
  'compose.sendRecipients': command(
    z.strictObject({
      id: z.uuid(),
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
      /** Only those in this state, by its name in `sendCounts`. */
      state: z.string().max(100).optional(),
    }),
    z.strictObject({ recipients: z.array(sendRecipient), total: z.number().int() }),
  ),
  /** Recipients by the last state of their records; those without one by the state of their call, as `call:refused`. */
  'compose.sendCounts': command(id, z.record(z.string(), z.number().int())),
  'compose.pauseSend': command(id, z.void()),
  'compose.resumeSend': command(id, z.void()),
  /** Before its time it becomes a draft again, whose id is returned; later, the batches that have not left are not sent. */
  'compose.cancelSend': command(id, z.strictObject({ draftId: z.uuid().nullable() })),
  /** Moves a waiting send to another time; null sends it now. */
  'compose.moveSend': command(z.strictObject({ id: z.uuid(), at: z.number().nullable() }), sendSummary),
  /** Removes an ended send from the history. */
  'compose.removeSend': command(id, z.void()),
}
