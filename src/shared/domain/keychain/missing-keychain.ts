/** Whether a call failed because there is no keychain here, unlike one that is locked or does not respond. */
export function isKeychainMissing(code: string): boolean {
  return code === 'keychain-absent' || code === 'keychain-no-service'
}
