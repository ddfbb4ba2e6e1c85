import type { Mailbox } from '#shared/contract/base/draft.ts'
import { printMailbox } from '#shared/domain/drafts/addresses/read-list.ts'

/**
 * A chip shows only the person’s name, even if it contains a comma: `Zoë, Dr.`. If the name could be an address, a list
 * or a fragment of either, the address is shown as well.
 */
export function chipText(entry: Mailbox): string {
  const { address, name } = entry
  if (name === '') return address || 'No address'
  const isMisleading = /[@;<>]/.test(name) || !/\p{L}/u.test(name)
  return isMisleading ? printMailbox(entry) : name
}
