import { isUnknownPath } from '../http/refusal.ts'
import type { CallOptions } from '../options/options.ts'
import type { OutcomeCheck } from '../options/outcome.ts'
import type { BlacklistEntry } from '../read/users.ts'
import type { BlacklistOperations } from '../resources/blacklists.ts'
import type { ExtraOperations } from '../resources/extras.ts'
import { cannotTell, happened, notFound, type CheckedOutcome } from './checked-outcome.ts'

type BlacklistCheck = Extract<OutcomeCheck, { kind: 'blacklist' }>
type Needs = { readonly extras: ExtraOperations; readonly blacklists: BlacklistOperations }

const mostPages = 40

export async function checkBlacklist(
  check: BlacklistCheck,
  needs: Needs,
  options: CallOptions | undefined,
): Promise<CheckedOutcome> {
  const isListed = await isBlacklisted(check, needs, options)
  if (isListed === null) {
    return cannotTell('The list couldn’t be searched completely. Check it in the service’s own console.')
  }
  const text = isListed ? 'The address is on the list.' : 'The address is not on the list.'
  return isListed === check.listed ? happened(text) : notFound(text)
}

/**
 * A 404 may also mean that the account cannot look up addresses: only the complete list proves that an address isn’t on
 * it.
 */
async function isBlacklisted(
  { type, email, list }: BlacklistCheck,
  { extras, blacklists }: Needs,
  options: CallOptions | undefined,
): Promise<boolean | null> {
  const entry = await extras.blacklisted(type, email, options).catch((thrown: unknown) => {
    if (isUnknownPath(thrown)) return null
    throw thrown
  })
  // An address has one entry for each list that it is on, so this may not be the entry that was looked for.
  if (entry !== null && (list === undefined || entry.list === list)) return true
  // Not every service names the custom list in its entries.
  const endsWith = (found: BlacklistEntry) =>
    list === undefined || found.list === list || (list !== '' && found.list === '')
  // The service returns one custom list’s entries on request, but not those of the account-wide list alone.
  const found = await blacklists.find({ type, list: list || undefined, email, mostPages, endsWith }, options)
  if (found.entries.some(endsWith)) return true
  return found.isComplete ? false : null
}
