import type { ApiKey, KeyUsage } from '#shared/contract/keys.ts'
import { plural, type NumberFormat } from '#shared/domain/base/plural.ts'
import { readRange } from '#shared/domain/keys/ip-ranges.ts'

/** The key is never shown in full again: only its last characters, after dots. */
export function maskedKey({ ending }: Pick<ApiKey, 'ending'>): string {
  return `••••${ending}`
}

export function nameOfKey({ description, id }: Pick<ApiKey, 'description' | 'id'>): string {
  return description.trim() || id
}

/** Whether Mailroom signs in with the key, for this account or another one. */
export function isUsedHere({ isOwn, otherAccounts }: Pick<ApiKey, 'isOwn' | 'otherAccounts'>): boolean {
  return isOwn || otherAccounts.length > 0
}

export function filterText({ ipFilterEnabled, allowedIps }: ApiKey, formats: NumberFormat): string {
  if (!ipFilterEnabled) return 'Any address'
  if (allowedIps.length === 1) return allowedIps[0]!
  return allowedIps.length === 0 ? 'No address' : plural(formats, allowedIps.length, 'address', 'addresses')
}

type Times = { ago(milliseconds: number): string }

/** When a key was last used, which may be before the archive starts. */
export function lastUseText(usage: KeyUsage | undefined, times: Times): string {
  if (usage === undefined) return ''
  return usage.lastUse === null ? 'Not seen' : times.ago(usage.lastUse)
}

/** Returns the IP addresses in a text, for example in a refusal that contains the caller’s address. */
export function addressesIn(text: string): string[] {
  const words = text.split(/[\s,;()"“”]+/).map((word) => (word.endsWith('.') ? word.slice(0, -1) : word))
  return [...new Set(words.filter((word) => /[.:]/.test(word) && readRange(word) !== null))]
}
