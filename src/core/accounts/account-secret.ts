import { z } from 'zod'
import type { KeyPlace } from './key-place.ts'

/** What the keychain holds of an account. The place lies beside the key, so that no change of a file moves the key. */
export type AccountSecret = {
  readonly key: string
  readonly place: KeyPlace
  /** As it stands in a URL; null where the proxy wants none. */
  readonly proxyPassword: string | null
}

const written = z.strictObject({
  mailroom: z.literal(1),
  key: z.string(),
  place: z.strictObject({ origin: z.string(), proxy: z.string(), authorities: z.string() }),
  proxyPassword: z.string().nullable(),
})

export function writeSecret(secret: AccountSecret): string {
  return JSON.stringify({ mailroom: 1, ...secret } satisfies z.infer<typeof written>)
}

/** Null for an entry of an earlier version, which is a key and nothing else. */
export function readSecret(text: string): AccountSecret | null {
  if (!text.startsWith('{')) return null
  try {
    const { key, place, proxyPassword } = written.parse(JSON.parse(text))
    return { key, place, proxyPassword }
  } catch {
    return null
  }
}
