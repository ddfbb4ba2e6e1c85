import { z } from 'zod'
import { account } from './accounts.ts'
import { command } from './base/define.ts'

/** What an account keeps on the disk, by what it is to the user. */
const storedParts = ['archive', 'bodies', 'drafts', 'sends', 'blacklists', 'templates', 'answers', 'sandbox'] as const

const storedPart = z.strictObject({
  part: z.enum(storedParts),
  bytes: z.number(),
  /** Drafts, sends or versions; null for what is one thing. */
  items: z.number().int().nullable(),
})
export type StoredPart = z.infer<typeof storedPart>

/** Answers can be asked for again, and sends of long ago are history. */
const cleanablePart = z.enum(['answers', 'sends'])
export type CleanablePart = z.infer<typeof cleanablePart>

const id = z.string().min(1).max(80)

/** Records that were kept when their account was removed. */
const removedAccount = z.strictObject({
  id,
  /** As it was named; null where it was removed by a version that did not note it. */
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
  /** Files that could not be read and were kept aside, for a repair by hand. */
  aside: z.strictObject({ files: z.number().int(), bytes: z.number() }),
})
export type Stored = z.infer<typeof stored>

const freed = z.strictObject({ bytes: z.number() })

/** What Mailroom keeps on this disk. */
export const storage = {
  'storage.list': command(z.void(), stored),
  /** Removes what the user can do without, for good: answers can be asked for again, and sends of long ago are history. */
  'storage.cleanUp': command(
    z.strictObject({
      accountId: id,
      part: cleanablePart,
      /** Nothing younger is removed. */
      olderThanDays: z.number().int().min(0).max(36_500),
    }),
    freed,
  ),
  /** Puts a removed account back with its records. Its key has to be entered again. */
  'storage.putBack': command(z.strictObject({ id }), account),
  'storage.deleteRemoved': command(z.strictObject({ id }), freed),
  'storage.deleteAside': command(z.void(), freed),
}
