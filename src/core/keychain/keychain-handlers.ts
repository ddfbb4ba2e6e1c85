import type { KeychainState } from '#shared/contract/keychain.ts'
import type { HandlersOf } from '../base/handlers.ts'
import { keychainSentences } from './keychain-sentences.ts'

export function keychainHandlers(keychainState: () => Promise<KeychainState>): HandlersOf<'keychain'> {
  return {
    'keychain.state': async () => {
      const state = await keychainState()
      return { state, sentence: keychainSentences[state] }
    },
  }
}
