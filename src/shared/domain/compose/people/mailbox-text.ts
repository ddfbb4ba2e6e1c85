import type { Mailbox } from '#shared/contract/base/draft.ts'
import { readAddressList } from '../addresses/read-list.ts'

/** A plain address is in nearly every cell, and needs no reading. */
const plain = /^[^\s<>(),;:"']{0,1000}$/

/** One mailbox, as it stands in a cell: `ann@x.example` or `"Ann, Sales" <ann@x.example> (office)`. */
export function readMailbox(text: string): Mailbox {
  const whole = text.trim()
  if (plain.test(whole)) return { address: whole, name: '' }
  const found = readAddressList(whole)
  // Several addresses in one cell stay as they are, for the user to see and to correct.
  return found.length === 1 ? found[0]! : { address: whole, name: '' }
}
