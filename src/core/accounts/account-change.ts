import type { AccountProfile } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { checkCredential, hideProxyPassword, proxyOrigin } from '../api/index.ts'
import type { StoredAccount } from './account-file.ts'
import type { AccountKeys, Keep } from './account-keys.ts'
import type { AccountSecret } from './account-secret.ts'
import { isSamePlace, keyPlaceOf } from './key-place.ts'

export type NewAccount = {
  readonly profile: AccountProfile
  readonly key: string
  readonly keep: Keep
  readonly kind?: StoredAccount['kind']
  /**
   * The id of the account that this one is copied from. Its proxy password is copied as well, because the profile
   * contains only dots in its place.
   */
  readonly like?: string
  /** Whether the account that the user is working with stays the current one. */
  readonly stays?: boolean | undefined
}

export type AccountChange = {
  readonly profile: AccountProfile
  readonly key?: string | undefined
  readonly keep?: Keep
  /** The stored key, typed again to lift a limit. */
  readonly confirmation?: string
}

type Wanted = {
  /** The account to change or test; null if it does not exist yet. */
  readonly before: StoredAccount | null
  /** The profile as typed, with the proxy’s password or with dots in place of the stored password. */
  readonly profile: AccountProfile
  readonly key: string | undefined
}

/**
 * Returns the key to use instead of the stored one; undefined to keep using that one. Nobody can enter the sandbox’s
 * key, so a new route to the sandbox uses the key of the running sandbox.
 */
export function newKeyOf(
  before: StoredAccount | null,
  { profile, key }: AccountChange,
  sandboxKey: string | undefined,
): string | undefined {
  if (key !== undefined || before === null || isSamePlace(keyPlaceOf(before), keyPlaceOf(profile))) return key
  return sandboxKey
}

/**
 * Where an account’s keys are stored after a new key is set. A key for this run doesn’t remove an older key from the
 * keychain.
 */
export function keysAfter(
  before: Pick<StoredAccount, 'keyInKeychain' | 'replacedKeyStays'> | null,
  keep: Keep,
): Pick<StoredAccount, 'keyInKeychain' | 'replacedKeyStays'> {
  const keyInKeychain = keep === 'keychain'
  const wasThere = before !== null && (before.keyInKeychain || before.replacedKeyStays)
  return { keyInKeychain, replacedKeyStays: !keyInKeychain && wasThere }
}

export function keepOf({ keyInKeychain }: StoredAccount): Keep {
  return keyInKeychain ? 'keychain' : 'this-run'
}

/** Whether a change without a new key may change the proxy password, which is stored with the key. */
export function changesProxyPassword(before: StoredAccount, profile: AccountProfile): boolean {
  const stored = hideProxyPassword(before.proxy)
  const typed = hideProxyPassword(profile.proxy)
  return stored.password !== null || typed.password !== null || stored.isHidden !== typed.isHidden
}

/**
 * Returns the key and the proxy password for a profile: those that were typed, or else those stored for the profile’s
 * destination.
 */
export async function secretForProfile(keys: AccountKeys, { before, profile, key }: Wanted): Promise<AccountSecret> {
  if (key !== undefined) checkCredential('key', key)
  const { password, isHidden } = hideProxyPassword(profile.proxy)
  const proxyPassword = isHidden ? await storedPassword(keys, before, profile) : password
  return { key: key ?? (await storedKey(keys, before, profile)), place: keyPlaceOf(profile), proxyPassword }
}

async function storedKey(keys: AccountKeys, before: StoredAccount | null, profile: AccountProfile): Promise<string> {
  if (before === null) throw new AppError('invalid-input', 'Enter the key.', { details: { field: 'key' } })
  await keys.refuseOtherPlace(before, profile)
  return (await keys.get(before)).key
}

async function storedPassword(
  keys: AccountKeys,
  before: StoredAccount | null,
  { proxy }: AccountProfile,
): Promise<string> {
  if (before === null || proxyOrigin(before.proxy) !== proxyOrigin(proxy)) throw proxyPasswordError()
  const inFile = hideProxyPassword(before.proxy).password
  if (inFile !== null) return inFile
  const stored = await keys.get(before).catch((error: unknown) => {
    throw /^key-/.test(AppError.from(error).code) ? proxyPasswordError() : error
  })
  if (stored.proxyPassword === null) throw proxyPasswordError()
  return stored.proxyPassword
}

function proxyPasswordError(): AppError {
  const sentence = 'Mailroom has no password for this proxy. Replace the dots with the password.'
  return new AppError('proxy-password-missing', sentence, { details: { field: 'proxy' } })
}
