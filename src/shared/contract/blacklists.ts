import { z } from 'zod'
import { exportFormats } from './base/export-choices.ts'
import { blacklistLimits } from './base/search-limits.ts'
import { command } from './base/define.ts'
import { errorShape } from './jobs.ts'

const accountId = z.string().max(80)
const type = z.string().min(1).max(60)
const email = z.string().min(1).max(320)
/** Epoch seconds. */
const second = z.number().int().min(0)
const name = z.string().max(300)

const list = z.strictObject({
  type: z.string(),
  count: z.number().int(),
  /** The number of entries that the service reported when the list was last read. */
  total: z.number().nullable(),
  /**
   * How many entries the service counts that are missing here, because they are unreadable or duplicates, or because
   * the person was erased.
   */
  leftOut: z.number().int(),
  isWhole: z.boolean(),
  /** Epoch milliseconds of the last complete read; null if there was none. */
  readAt: z.number().nullable(),
  /** Custom lists with their number of entries; the empty name represents the account-wide list. */
  names: z.array(z.strictObject({ name: z.string(), count: z.number().int() })),
  /** The most frequent reasons. */
  reasons: z.array(z.strictObject({ text: z.string(), count: z.number().int() })),
  /** Entries added since the last visit to this view; null before the first. */
  news: z.number().int().nullable(),
  /** Why the last read failed; null if it didn’t. */
  problem: errorShape.nullable(),
})
export type Blacklist = z.infer<typeof list>

const entry = z.strictObject({
  email: z.string(),
  /** Epoch seconds; 0 if the service provides no date. */
  date: z.number().int(),
  reason: z.string(),
  /** A custom list’s name; empty for the account-wide list. */
  list: z.string(),
})
export type BlacklistEntry = z.infer<typeof entry>

/** A mass event: many addresses of one domain were added within an hour. */
const event = z.strictObject({
  domain: z.string(),
  count: z.number().int(),
  first: z.number().int(),
  last: z.number().int(),
  /** The reason, if all entries have the same one; otherwise null. */
  reason: z.string().nullable(),
})

/** Identifies the state of a list. Positions in the list are valid only for this state. */
const edition = z.string()

const row = z.discriminatedUnion('kind', [
  entry.extend({ kind: z.literal('entry') }),
  event.extend({ kind: z.literal('event') }),
])
export type BlacklistRow = z.infer<typeof row>

/**
 * Entries with equal values are sorted newest first. Mass events come before all addresses, because they have no
 * address themselves.
 */
const blacklistSort = z.strictObject({
  field: z.enum(['address', 'since', 'reason', 'list']),
  descending: z.boolean(),
})
export type BlacklistSort = z.infer<typeof blacklistSort>

const scope = {
  accountId,
  type,
  /** A part of the address. */
  text: z.string().max(320),
  list: name.nullable(),
  reason: z.string().max(2000).nullable(),
  domain: z.string().max(320).nullable(),
  from: second.nullable(),
  to: second.nullable(),
  /** Whether an address must, or must not, be on another list as well; null if it doesn’t matter. */
  other: z.strictObject({ type, isOn: z.boolean() }).nullable(),
  /** Whether a mass event is shown as a single row. */
  grouped: z.boolean(),
  sort: blacklistSort,
}
export type BlacklistScope = z.infer<z.ZodObject<typeof scope>>

export const blacklistChange = z.strictObject({
  /** Epoch milliseconds. */
  at: z.number(),
  action: z.enum(['added', 'removed']),
  type: z.string(),
  email: z.string(),
  outcome: z.enum(['done', 'refused', 'unknown']),
  /** Why the call was refused, or why its outcome is unknown. */
  text: z.string(),
  /** The account’s user in the service, and this computer’s user. */
  user: z.string(),
  person: z.string(),
})
export type BlacklistChange = z.infer<typeof blacklistChange>

/** Why the account cannot make this change; null if it can. */
const refusal = z.string().nullable()

export const blacklists = {
  'blacklists.state': command(
    z.strictObject({ accountId }),
    z.strictObject({
      lists: z.array(list),
      isReading: z.boolean(),
      cannotAdd: refusal,
      cannotRemove: refusal,
      /** Epoch milliseconds of the visit before this one; null if there was none. */
      visitedAt: z.number().nullable(),
    }),
  ),
  /**
   * Reads all lists in the background. With `ifOlderThan`, lists that were read within that many milliseconds are
   * skipped.
   */
  'blacklists.read': command(
    z.strictObject({ accountId, ifOlderThan: z.number().int().min(0).nullable(), types: z.array(type).max(20) }),
    /**
     * Null if there is no job, because the lists are already being read, because none was old enough, or because they
     * are read again without showing one.
     */
    z.strictObject({ jobId: z.string().nullable() }),
  ),
  /** Records that the user has opened the lists. Entries added from now on count as new at the next visit. */
  'blacklists.visit': command(z.strictObject({ accountId }), z.void()),
  'blacklists.rows': command(
    z.strictObject({ ...scope, offset: z.number().int().min(0), limit: z.number().int().min(1).max(500) }),
    z.strictObject({ matches: z.number().int(), rows: z.number().int(), items: z.array(row), edition }),
  ),
  /** The addresses in the given rows, including those in mass events. Refused if the entries have changed since. */
  'blacklists.addresses': command(
    z.strictObject({
      ...scope,
      edition,
      ranges: z
        .array(z.strictObject({ first: z.number().int().min(0), last: z.number().int().min(0) }))
        .min(1)
        .max(1000),
    }),
    z.strictObject({ emails: z.array(z.string()), isCut: z.boolean() }),
  ),
  /** How many of the entries still listed were added in each period; `starts` contains the periods’ first seconds. */
  'blacklists.growth': command(
    z.strictObject({ accountId, type, starts: z.array(second).min(2).max(400) }),
    z.strictObject({ before: z.number().int(), added: z.array(z.number().int()) }),
  ),
  /** Returns an address’s entries, one for each list: the custom lists and the account-wide one. */
  'blacklists.entries': command(
    z.strictObject({ accountId, type, email }),
    z.strictObject({ entries: z.array(entry) }),
  ),
  'blacklists.add': command(
    z.strictObject({ accountId, type, email, reason: z.string().max(1000), list: name }),
    z.void(),
  ),
  /** Makes one call per address, as a job. */
  'blacklists.remove': command(
    z.strictObject({ accountId, type, emails: z.array(email).min(1).max(blacklistLimits.removed) }),
    z.strictObject({ jobId: z.string() }),
  ),
  /** Additions and removals made with this app, newest first. */
  'blacklists.log': command(z.strictObject({ accountId }), z.strictObject({ changes: z.array(blacklistChange) })),
  /** Finds every address in a text, and looks it up on all lists that have been read. */
  'blacklists.check': command(
    z.strictObject({ accountId, text: z.string().max(blacklistLimits.pasted) }),
    z.strictObject({
      addresses: z.number().int(),
      listed: z.number().int(),
      others: z.number().int(),
      found: z.array(entry.extend({ type: z.string() })),
      clean: z.string(),
    }),
  ),
  /** Writes the rows of a search to a file, as a job. The file can then be saved. */
  'blacklists.export': command(
    z.strictObject({ ...scope, format: z.enum(exportFormats) }),
    z.strictObject({ jobId: z.string() }),
  ),
}
