import type { Mailbox } from '#shared/contract/base/draft.ts'
import { readAddressList } from '../addresses/read-list.ts'

/** Almost all cells are plain addresses, which need no parsing. */
const plain = /^[^\s<>(),;:"']{0,1000}$/

/** A cell contains a single mailbox: a comma or a semicolon in the name is not a separator. */
const named = /^([^<>@]{0,1000})<([^<>\s]{1,1000})>$/

/** Reads a single mailbox from a cell: `ann@x.example` or `"Ann, Sales" <ann@x.example> (office)`. */
export function readMailbox(text: string): Mailbox {
  const whole = text.trim()
  if (plain.test(whole)) return { address: whole, name: '' }
  const [, name, address] = named.exec(whole) ?? []
  if (name !== undefined && address !== undefined) return { address, name: unquoted(name.trim()) }
  const found = readAddressList(whole)
  // Several addresses in a single cell are kept unchanged, for the user to see and correct.
  return found.length === 1 ? found[0]! : { address: whole, name: '' }
}

function unquoted(name: string): string {
  const isQuoted = name.length > 1 && name.startsWith('"') && name.endsWith('"')
  return isQuoted ? name.slice(1, -1).replace(/\\(.)/gs, '$1') : name
}
