import type { Account } from '#shared/contract/accounts.ts'

const sandboxHint =
  'The part before the @ decides the outcome: bounce, softbounce, defer, schedule, reject, filter, error, open+3, click+2, read, complaint, unsubscribe. Any other address follows the scenario.'

/** Where this account’s tests may be sent, and what happens to them there. */
export function testHint(account: Pick<Account, 'kind' | 'recipientAllowList'> | undefined): string {
  if (account?.kind === 'sandbox') return sandboxHint
  const allowed = account?.recipientAllowList ?? []
  return allowed.length > 0 ? `This account can send only to ${allowed.join(', ')}.` : 'This sends a real message.'
}
