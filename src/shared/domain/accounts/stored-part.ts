import { z } from 'zod'

/** What an account keeps on the disk, by what it is to the user. */
const storedParts = ['archive', 'drafts', 'sends', 'blacklists', 'templates', 'answers', 'sandbox'] as const

export const storedPart = z.strictObject({
  part: z.enum(storedParts),
  bytes: z.number(),
  /** Drafts, sends or versions; null for what is one thing. */
  items: z.number().int().nullable(),
})
export type StoredPart = z.infer<typeof storedPart>

/** Answers can be asked for again, and sends of long ago are history. */
export const cleanablePart = z.enum(['answers', 'sends'])
export type CleanablePart = z.infer<typeof cleanablePart>
