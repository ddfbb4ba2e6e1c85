import type { Account } from '#shared/contract/accounts.ts'
import type { IconName } from '../../lib/ui/icons/icons.ts'

type AccountBadge = {
  readonly text: string
  readonly icon: IconName
  readonly tone: 'neutral' | 'accent' | 'warn' | 'danger'
}

/** Returns an account’s badges, most urgent first. */
export function accountBadges({ keyState, connection, readOnly, storeHistory, kind }: Account): AccountBadge[] {
  const badges: AccountBadge[] = []
  if (keyState === 'locked') badges.push({ text: 'Keychain locked', icon: 'lock', tone: 'warn' })
  if (keyState === 'unreachable') badges.push({ text: 'Keychain unreachable', icon: 'lock', tone: 'warn' })
  if (keyState === 'missing') badges.push({ text: 'Key missing', icon: 'key', tone: 'danger' })
  if (connection === 'refused') badges.push({ text: 'Key refused', icon: 'ban', tone: 'danger' })
  if (connection === 'offline') badges.push({ text: 'Offline', icon: 'offline', tone: 'warn' })
  if (kind === 'sandbox') badges.push({ text: 'Sandbox', icon: 'sandbox', tone: 'accent' })
  if (readOnly) badges.push({ text: 'Read-only', icon: 'shield', tone: 'neutral' })
  if (!storeHistory) badges.push({ text: 'History off', icon: 'eye-off', tone: 'neutral' })
  return badges
}
