/**
 * Whether a call failed because there is no keychain on this computer, as opposed to one that is locked or does not
 * respond.
 */
export function isKeychainMissing(code: string): boolean {
  return code === 'keychain-absent' || code === 'keychain-no-service'
}
