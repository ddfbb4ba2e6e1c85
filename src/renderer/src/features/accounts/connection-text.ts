import type { Account } from '#shared/contract/accounts.ts'

const texts: Record<Account['connection'], string> = {
  unknown: 'Not checked yet',
  online: 'Connected',
  offline: 'Not connected: the service isn’t responding',
  refused: 'Not connected: the service refuses the key',
}

export function connectionText({ keyState, connection }: Pick<Account, 'keyState' | 'connection'>): string {
  return keyState === 'missing' ? 'Not connected: key missing' : texts[connection]
}
