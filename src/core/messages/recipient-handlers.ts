import type { ServiceRecipient } from '#shared/contract/messages.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { AppError } from '#shared/contract/error.ts'
import type { ServiceClient } from '../api/index.ts'
import type { HandlersOf } from '../handlers.ts'
import type { Archives } from './archives.ts'
import { knownZone } from './message-handlers.ts'

const blacklistTypes = ['bounces', 'complaints', 'unsubscribers'] as const

type RecipientRooms = { readonly archives: Archives; readonly accounts: Accounts }

export function recipientHandlers({ archives, accounts }: RecipientRooms): HandlersOf<'recipients'> {
  return {
    'recipients.get': async ({ accountId, email, zone, offset, limit }) => {
      const context = { now: archives.clockOf(accountId).now(), zone: knownZone(zone) }
      return (await archives.of(accountId)).recipient(email, { offset, limit, context })
    },
    'recipients.askService': async ({ accountId, email }, { signal }) => {
      const client = accounts.client(accountId)
      const [{ extra: _extra, ...counters }, blacklists] = await Promise.all([
        client.statistics.recipient(email, { signal }),
        Promise.all(blacklistTypes.map((type) => lookUp(client, type, email, signal))),
      ])
      return { counters, blacklists }
    },
    'recipients.erase': async ({ accountId, email }) => (await archives.of(accountId)).erase(email),
  }
}

/** Not every account can look one address up: then it is said to be unknown, never "not listed". */
async function lookUp(
  client: ServiceClient,
  type: string,
  email: string,
  signal: AbortSignal,
): Promise<ServiceRecipient['blacklists'][number]> {
  try {
    const entry = await client.extras.blacklisted(type, email, { signal })
    // An answer 404 means "not listed" only where the operation itself is known to exist.
    const offered = client.learned().capabilities?.['GET /blacklists/{type}/{email}'] === 'yes'
    if (!entry) return { type, listed: offered ? false : null, date: null, reason: '' }
    return { type, listed: true, date: entry.date, reason: entry.reason }
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown
    return { type, listed: null, date: null, reason: '' }
  }
}
