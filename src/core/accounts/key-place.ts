import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { AccountProfile } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { proxyOrigin } from '../api/index.ts'

/** Where a key may be sent: the origin, the route, and the authorities that vouch for the service. */
export type KeyPlace = {
  readonly origin: string
  /** The proxy without its username and password, `direct`, or an empty string to follow the environment. */
  readonly proxy: string
  /** A digest of the additional authorities’ certificates; empty if there are none. */
  readonly authorities: string
}

type Placed = Pick<AccountProfile, 'baseUrl' | 'proxy' | 'extraCa'>

export function keyPlaceOf({ baseUrl, proxy, extraCa }: Placed): KeyPlace {
  // The digest covers the entire text, because TLS reads kinds of certificates that a search for the usual ones would
  // miss.
  const certificates = extraCa.replace(/\s+/g, '')
  return {
    origin: URL.canParse(baseUrl) ? new URL(baseUrl).origin : baseUrl,
    proxy: proxyOrigin(proxy),
    authorities: certificates === '' ? '' : createHash('sha256').update(certificates).digest('hex'),
  }
}

export function isSamePlace(one: KeyPlace, other: KeyPlace): boolean {
  return isDeepStrictEqual(one, other)
}

/**
 * Returns the error for a change that would send the stored key elsewhere, where it could leak. Users may enter the key
 * again, because anyone who can enter it already has it.
 */
export function keyElsewhereError(stored: KeyPlace, wanted: KeyPlace): AppError {
  const reason =
    stored.origin !== wanted.origin
      ? `The stored key belongs to ${stored.origin} and isn’t sent to ${wanted.origin}.`
      : stored.proxy !== wanted.proxy
        ? 'The stored key was entered for a different proxy setting and isn’t sent through another proxy.'
        : 'The stored key was entered with different certificate authorities and isn’t sent while new ones are trusted.'
  return new AppError('key-elsewhere', `${reason} Enter the key again.`, { details: { field: 'key' } })
}
