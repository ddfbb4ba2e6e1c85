import { AppError } from '#shared/contract/base/error.ts'
import type { KeychainState } from '#shared/contract/keychain.ts'

/** Explains each keychain state to the user and gives advice. */
export const keychainSentences: Record<KeychainState, string> = {
  available: 'Keys are kept in your system’s keychain.',
  locked: 'Your keychain is locked. Unlock it and try again, or keep the key for this session only.',
  absent:
    'The keychain library is not installed, so Mailroom can’t access your keychain. You can keep the key for this session only.',
  'no-service':
    'No keychain service is running on this system (on Linux: a Secret Service such as GNOME Keyring or KWallet). Start one, or keep the key for this session only.',
  'timed-out':
    'The keychain did not respond in time. Its prompt may be behind another window. Respond to the prompt and try again, or keep the key for this session only.',
}

export function keychainError(state: Exclude<KeychainState, 'available'>, cause?: unknown): AppError {
  return new AppError(`keychain-${state}`, keychainSentences[state], { retryable: true, cause })
}
