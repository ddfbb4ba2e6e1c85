import type { KeychainState } from '#shared/contract/keychain.ts'
import { keepsNothing } from '../base/keeps.ts'
import type { Ground, Room } from '../base/room.ts'
import { keychainHandlers } from './keychain-handlers.ts'

export { KeychainProcess, type KeychainReply, type StartKeychain } from './keychain-process.ts'
export { keychainError } from './keychain-sentences.ts'
export { createMemorySecretStore } from './memory-secret-store.ts'

type Needs = Pick<Ground, 'ports'> & {
  /** The accounts drop the keys in memory once the keychain is locked, so its state is read through the accounts. */
  readonly accounts: { keychainState(): Promise<KeychainState> }
}

export function keychainRoom({ ports, accounts }: Needs): Room<'keychain'> {
  return {
    handlers: keychainHandlers(() => accounts.keychainState()),
    // An account’s key is removed with the account, before anything else.
    keeps: keepsNothing,
    close: () => Promise.resolve(ports.secrets.close()),
  }
}
