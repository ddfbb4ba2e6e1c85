import { mostKnownRecipients } from '#shared/contract/base/draft-limits.ts'
import type { CommandInput, CommandOutput } from '#shared/contract/table.ts'
import type { Blacklists } from '../../blacklists/index.ts'

type Wanted = Pick<CommandInput<'drafts.checkRecipients'>, 'accountId' | 'addresses' | 'blacklist'>

/** Recipients to whom the service will not send this message, as far as the blacklists have been read. */
export async function listedRecipients(
  blacklists: Pick<Blacklists, 'listedAmong'>,
  { accountId, addresses, blacklist }: Wanted,
): Promise<CommandOutput<'drafts.checkRecipients'>['listed']> {
  const wanted = { list: blacklist.trim(), most: mostKnownRecipients }
  const found = await blacklists.listedAmong(accountId, addresses, wanted)
  return found.map(({ email, type, list, reason }) => ({ address: email, type, list, reason }))
}
