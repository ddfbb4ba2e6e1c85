import { mostKnownRecipients } from '#shared/contract/base/draft-limits.ts'
import type { CommandInput, CommandOutput } from '#shared/contract/table.ts'
import type { Blacklists } from '../../blacklists/index.ts'

type Wanted = Pick<CommandInput<'drafts.checkRecipients'>, 'accountId' | 'addresses' | 'blacklist'>

/**
 * Recipients on the lists that may block this message, as far as they have been read. Which complaints and unsubscribers
 * block a message that names a custom list is not documented. The sandbox lets only those of that list block it, so the
 * account-wide ones are not certain to.
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
