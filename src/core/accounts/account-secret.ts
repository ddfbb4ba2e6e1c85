import { z } from 'zod'

const written = z.strictObject({
  mailroom: z.literal(1),
  key: z.string(),
  place: z.strictObject({ origin: z.string(), proxy: z.string(), authorities: z.string() }),
  /** The password as written in a URL; null if the proxy needs none. */
  proxyPassword: z.string().nullable(),
})

/**
 * The keychain’s entry for an account. The destination is stored with the key, so that changing a file cannot redirect
 * the key.
 */
export type AccountSecret = Readonly<Omit<z.infer<typeof written>, 'mailroom'>>

export function writeSecret(secret: AccountSecret): string {
  return JSON.stringify({ mailroom: 1, ...secret } satisfies z.infer<typeof written>)
}

/** Returns null for an entry that consists only of a key, which is from the environment or an earlier version. */
export function readSecret(text: string): AccountSecret | null {
  if (!text.startsWith('{')) return null
  try {
    const { key, place, proxyPassword } = written.parse(JSON.parse(text))
    return { key, place, proxyPassword }
  } catch {
    return null
  }
}
