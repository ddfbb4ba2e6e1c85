import type { Accounts } from '../accounts/index.ts'
import type { Archives } from '../archive/index.ts'
import type { Blacklists } from '../blacklists/index.ts'
import { blockedAmong, byFolded } from '../drafts/index.ts'

type Needs = {
  readonly accounts: Accounts
  readonly archives: Archives
  readonly blacklists: Pick<Blacklists, 'listedAmong'>
}

export type Reason = 'bounced' | 'complained' | 'unsubscribed'

const byState: Readonly<Record<string, Reason>> = {
  hardbounced: 'bounced',
  complaint: 'complained',
  unsubscribed: 'unsubscribed',
}
const byList: Readonly<Record<string, Reason>> = {
  bounces: 'bounced',
  complaints: 'complained',
  unsubscribers: 'unsubscribed',
}

/**
 * Determines why addresses are left out, based on their last record or a blacklist. The result is keyed by lower-case
 * address.
 */
export async function leftOut(
  { accounts, archives, blacklists }: Needs,
  { accountId, addresses, signal }: { accountId: string; addresses: readonly string[]; signal: AbortSignal },
): Promise<Map<string, Reason>> {
  const wanted = byFolded(addresses)
  const found = new Map<string, Reason>()
  const most = addresses.length * Object.keys(byList).length
  for (const { email, type } of await blacklists.listedAmong(accountId, [...wanted.values()], { list: '', most })) {
    const reason = byList[type]
    if (reason) found.set(email.toLowerCase(), reason)
  }
  if (!accounts.get(accountId).storeHistory) return found
  const context = { now: accounts.clockOf(accountId).now(), zone: 'UTC' }
  const archive = await archives.of(accountId)
  for await (const { address, message } of blockedAmong(archive, { wanted, context, signal, most: wanted.size })) {
    const reason = byState[message.lastState]
    if (reason) found.set(address.toLowerCase(), reason)
  }
  return found
}
