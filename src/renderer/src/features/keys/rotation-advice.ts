import type { ApiKey } from '#shared/contract/keys.ts'
import { msPerDay } from '#shared/domain/base/durations.ts'

type Known = {
  /** Undefined if the key is no longer in the list. */
  readonly oldKey: Pick<ApiKey, 'enabled' | 'isOwn' | 'otherAccounts'> | undefined
  readonly hasNewKey: boolean
  /** The messages that each key has sent since the rotation began; undefined if unknown. */
  readonly since: { readonly old: number; readonly new: number } | undefined
  /** In epoch milliseconds. */
  readonly oldLastUse: number | null
  /** Up to when the archive is complete, in epoch milliseconds; null if nothing has been read yet. */
  readonly completeUntil: number | null
}

/** The next step of a rotation, as a sentence. */
export function rotationAdvice({ oldKey, hasNewKey, since, oldLastUse, completeUntil }: Known): string {
  if (oldKey?.enabled === false) return 'The old key is disabled. The rotation is complete.'
  if (oldKey?.isOwn)
    return 'Mailroom itself still signs in with the old key. Enter the new one in the account’s settings.'
  if (oldKey && oldKey.otherAccounts.length > 0)
    return `Other accounts in Mailroom still sign in with the old key: ${oldKey.otherAccounts.join(', ')}. Enter the new one in their settings.`
  if (!hasNewKey) return 'The new key is no longer in the list. Rotate the old key again, or stop watching.'
  if (!since) return 'Disable the old key once every program has the new one.'
  if (since.old > 0 && since.new === 0) return 'The old key is still in use. Put the new key into your programs.'
  if (since.new === 0)
    return 'Neither key has been used since the rotation began. Wait for the first use of the new key before you disable the old one.'
  if (since.old === 0) return 'Only the new key is in use. You can disable the old one now.'
  // Programs that got the new key later have used the old one since the rotation began.
  if (oldLastUse !== null && completeUntil !== null && oldLastUse <= completeUntil - msPerDay)
    return 'The old key was not used in the 24 hours before the last sync. You can disable it now.'
  return 'Both keys are in use. Wait until the old one is no longer used.'
}
