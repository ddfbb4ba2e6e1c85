import { z } from 'zod'
import { horizon } from './archive.ts'
import { command } from './base/define.ts'
import { comparedCounts } from './base/statistics/reconciliation-shapes.ts'
import { longestPrefix } from './base/search-limits.ts'
import { messageRow } from './messages.ts'

const accountId = z.string().max(80)
const zone = z.string().max(80)

/** Counted in the same way as in the comparison with the service. */
export type RecipientCounters = z.infer<typeof comparedCounts>

const unfinishedErasure = z.strictObject({
  /** Why the erasure stopped; null while it continues. */
  problem: z.string().nullable(),
})
export type UnfinishedErasure = z.infer<typeof unfinishedErasure>

export const recipient = z.strictObject({
  email: z.string(),
  counters: comparedCounts,
  /** Epoch milliseconds. */
  lastDelivery: z.number().nullable(),
  firstMessage: z.number().nullable(),
  lastMessage: z.number().nullable(),
  /** The newest message that did not arrive, if nothing has arrived since. */
  lastFailure: messageRow.nullable(),
  /** The requested page, newest first. */
  messages: z.array(messageRow),
  total: z.number().int(),
  /** Whether the person was erased from everything. In that case there are no records, and no sync brings them back. */
  erased: z.boolean(),
  /** Set if an erasure isn’t finished, so that some data may still name the person. */
  unfinishedErasure: unfinishedErasure.nullable(),
  horizon,
})
/** The archive’s figures for a recipient. */
export type Recipient = Omit<z.infer<typeof recipient>, 'erased' | 'unfinishedErasure'>

/** The service’s own report about a recipient, independent of the archive. */
export const serviceRecipient = z.strictObject({
  counters: z.record(z.string(), z.number().nullable()),
  blacklists: z.array(
    z.strictObject({
      type: z.string(),
      /** Null if this account cannot look up an address. */
      listed: z.boolean().nullable(),
      /** If the address is only on custom lists, their names. Empty if it is on the account-wide list or on none. */
      lists: z.array(z.string()),
      date: z.number().nullable(),
      reason: z.string(),
    }),
  ),
})
export type ServiceRecipient = z.infer<typeof serviceRecipient>

/** A recipient found by a search. The service reports no names, so only the address identifies a person. */
const foundRecipient = z.strictObject({
  email: z.string(),
  /** The name given to this address in the newest send from this app; absent if none gave a name. */
  name: z.string().optional(),
  messages: z.number().int(),
  /** Null for a recipient known only from a send for which the archive has no record yet. */
  newest: z
    .strictObject({
      subject: z.string(),
      /** Epoch milliseconds. */
      createdDate: z.number(),
      lastState: z.string(),
    })
    .nullable(),
})
export type FoundRecipient = z.infer<typeof foundRecipient>

const foundRecipients = z.strictObject({
  /**
   * In four groups: recipients whose name in a send from this app contains the words; those whose address begins with
   * the words; those with some of the words in the name and the others in the address; those with the words elsewhere
   * in the address. Within each group, recipients with newer messages come first.
   */
  recipients: z.array(foundRecipient),
  /**
   * False if the archive is so large that only its newest messages were searched, in which case each count is a
   * minimum.
   */
  complete: z.boolean(),
})
export type FoundRecipients = z.infer<typeof foundRecipients>

const foundInput = z.strictObject({
  accountId,
  /**
   * Words that occur in the name, the address or both, in any order. A word may also be part of a longer one. The
   * search’s spelling rules apply.
   */
  text: z.string().max(longestPrefix),
  limit: z.number().int().min(1).max(50),
  asker: z.string().max(80),
})
export type FindRecipients = Pick<z.infer<typeof foundInput>, 'text' | 'limit'> & {
  /** Addresses of people with matching names. They come first, in this order. */
  readonly named?: readonly string[]
  /** Addresses of people whose names and addresses match together. They come after addresses that begin with the words. */
  readonly mixed?: readonly string[]
}

export const recipients = {
  /** Recipients in the archive. Null if the same asker has made another request since. */
  'recipients.find': command(foundInput, foundRecipients.nullable()),
  'recipients.get': command(
    z.strictObject({
      accountId,
      email: z.string().min(1).max(320),
      zone,
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
    }),
    recipient,
  ),
  'recipients.askService': command(z.strictObject({ accountId, email: z.string().min(1).max(320) }), serviceRecipient),
  /**
   * Erases a person for good, so that no later sync brings them back. If an erasure of this person is in progress, the
   * call waits for it. If an earlier one failed, it is tried again.
   */
  'recipients.erase': command(
    z.strictObject({
      accountId,
      email: z.string().min(1).max(320),
      /** Whether saved views that name the person are kept, because the user created them by hand. */
      keepsViews: z.boolean().default(false),
    }),
    z.strictObject({
      messages: z.number().int(),
      /** Epoch milliseconds. */
      erasedAt: z.number(),
      /** A reminder that earlier copies still contain the person’s data. */
      note: z.string(),
      /**
       * Describes files that were created for the user earlier, and texts that the user wrote about the person.
       * Mailroom doesn’t remove them; that is up to the user.
       */
      remains: z.array(z.string()),
    }),
  ),
}
