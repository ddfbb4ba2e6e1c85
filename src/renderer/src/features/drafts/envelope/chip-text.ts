import type { Mailbox } from '#shared/contract/base/draft.ts'
import { printMailbox } from '#shared/domain/drafts/addresses/read-list.ts'

/**
 * The name says who it is, with its commas: `Zoë, Dr.`. One that could be an address, a list or a scrap of either stands
 * beside the address.
 */
export function chipText(entry: Mailbox): string {
  const { address, name } = entry
  if (name === '') return address || 'No address'
  const isMisleading = /[@;<>]/.test(name) || !/\p{L}/u.test(name)
  return isMisleading ? printMailbox(entry) : name
}
