import { z } from 'zod'

const nonce = z.string().length(43)
const proof = z.string().length(43)
const id = z.int().nonnegative()
const error = z.strictObject({
  code: z.string(),
  message: z.string(),
  retryable: z.boolean(),
  details: z.record(z.string(), z.unknown()),
})

/** The four frames that begin a connection. Neither side sends the secret: each proves that it has it. */
export const greeting = z.strictObject({ mailroom: z.literal(1), nonce })
export const hostProof = z.strictObject({ nonce, proof })
export const guestProof = z.strictObject({ proof })
/** After this frame, the host responds to every request, even while it is quitting. */
export const welcome = z.strictObject({ welcome: z.literal(true) })

/** A guest’s requests. Every request except a cancellation gets a response with its id. */
export const question = z.discriminatedUnion('ask', [
  z.strictObject({ ask: z.literal('call'), id, name: z.string(), input: z.unknown().optional() }),
  z.strictObject({ ask: z.literal('cancel'), id }),
  /** Subscribes to events from now on. */
  z.strictObject({ ask: z.literal('listen'), id }),
  /** Gives a file or folder on this computer a token. */
  z.strictObject({ ask: z.literal('register'), id, path: z.string(), name: z.string().optional() }),
  /** Keeps a token’s file on disk until it is released or the guest disconnects. */
  z.strictObject({ ask: z.literal('hold'), id, token: z.string() }),
  z.strictObject({ ask: z.literal('letGo'), id, token: z.string() }),
  /** Lends a key to an account that has none here, for as long as the guest stays connected. */
  z.strictObject({ ask: z.literal('lendKey'), id, accountId: z.string(), key: z.string() }),
  /** Brings the app to the front. For a page in a browser, returns a link, or a file that opens the link. */
  z.strictObject({ ask: z.literal('show'), id, kind: z.enum(['link', 'file']) }),
  z.strictObject({ ask: z.literal('ping'), id }),
])
export type GuestQuestion = z.infer<typeof question>

/** How the host showed its page. `nowhere`: it has no page and ends automatically. */
export const shown = z.discriminatedUnion('how', [
  z.strictObject({ how: z.literal('window') }),
  z.strictObject({ how: z.literal('link'), url: z.string() }),
  z.strictObject({ how: z.literal('nowhere') }),
])
export type Shown = z.infer<typeof shown>

export const answer = z.union([
  z.strictObject({ event: z.looseObject({ name: z.string() }) }),
  z.strictObject({ id, error }),
  z.strictObject({ id, output: z.unknown().optional() }),
])

/** The maximum length of a frame: enough for a message with all its recipients and the largest page of rows. */
export const mostFrameBytes = 256 * 1024 * 1024
/** The maximum amount of data that a stranger can make the host hold in memory before the proof. */
export const mostGreetingBytes = 1024
