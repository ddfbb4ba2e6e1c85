import { mostKnownRecipients } from '#shared/contract/base/draft-limits.ts'
import type { CommandInput, CommandOutput } from '#shared/contract/table.ts'
import type { Blacklists } from '../../blacklists/index.ts'

type Wanted = Pick<CommandInput<'drafts.checkRecipients'>, 'accountId' | 'addresses' | 'blacklist'>

/**
 * Recipients on the lists that may block this message, as far as those lists have been read. The service’s
 * documentation doesn’t say which complaints and unsubscribers block a message that names a custom list. In the
 * sandbox, only those on that list do, so an entry on an account-wide list is not reported as certain to block.
 */
export async function listedRecipients(
  blacklists: Pick<Blacklists, 'listedAmong'>,
  { accountId, addresses, blacklist }: Wanted,
): Promise<CommandOutput<'drafts.checkRecipients'>['listed']> {
  const wanted = { list: blacklist.trim(), most: mostKnownRecipients }
  const found = await blacklists.listedAmong(accountId, addresses, wanted)
  return found.map(({ email, type, list, reason }) => {
    return { address: email, type, list, reason, blocks: type === 'bounces' || list === wanted.list }
  })
}
