import { z } from 'zod'
import { account } from './accounts.ts'
import { command } from './base/define.ts'

/** An account’s data on disk, grouped by its meaning to the user. */
const storedParts = ['archive', 'bodies', 'drafts', 'sends', 'blacklists', 'templates', 'answers', 'sandbox'] as const

const storedPart = z.strictObject({
  part: z.enum(storedParts),
  bytes: z.number(),
  /** The number of drafts, sends or versions; null for a part that is a single item. */
  items: z.number().int().nullable(),
})
export type StoredPart = z.infer<typeof storedPart>

/**
 * The parts that the user can do without: responses, which can be requested again, and old sends, which are only
 * history.
 */
const cleanablePart = z.enum(['answers', 'sends'])
export type CleanablePart = z.infer<typeof cleanablePart>

const id = z.string().min(1).max(80)

/** A removed account whose records were kept. */
const removedAccount = z.strictObject({
  id,
  /** The former name; null if the account was removed by a version that did not record it. */
  name: z.string().nullable(),
  user: z.string(),
  baseUrl: z.string(),
  removedAt: z.number().nullable(),
  bytes: z.number(),
})
export type RemovedAccount = z.infer<typeof removedAccount>

const stored = z.strictObject({
  accounts: z.array(z.strictObject({ accountId: id, parts: z.array(storedPart) })),
  removed: z.array(removedAccount),
  /** Unreadable files that were set aside for manual repair. */
  aside: z.strictObject({ files: z.number().int(), bytes: z.number() }),
})
export type Stored = z.infer<typeof stored>

const freed = z.strictObject({ bytes: z.number() })

/** The data that Mailroom keeps on this disk. */
export const storage = {
  'storage.list': command(z.void(), stored),
  /** Permanently removes data that the user can do without. */
  'storage.cleanUp': command(
    z.strictObject({
      accountId: id,
      part: cleanablePart,
      /** Only data older than this is removed. */
      olderThanDays: z.number().int().min(0).max(36_500),
    }),
    freed,
  ),
  /** Restores a removed account with its records. Its key must be entered again. */
  'storage.putBack': command(z.strictObject({ id }), account),
  'storage.deleteRemoved': command(z.strictObject({ id }), freed),
  'storage.deleteAside': command(z.void(), freed),
}
