import type { Mailbox } from '#shared/contract/base/draft.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import { suggest } from '../../../lib/ui/comboboxes/suggestions.ts'
import type { Option } from '../../../lib/ui/fields/option.ts'

type Context = Pick<CommandOutput<'drafts.context'>, 'senders' | 'domains'>

const mostOptions = 20

/**
 * Senders that match the typed text, followed by the typed name at each of the account’s domains, verified domains first.
 */
export function senderOptions({ senders, domains }: Context, typed: string): Option[] {
  const known = senders.map(({ address, name }) => ({ value: address, label: address, ...(name && { detail: name }) }))
  const found = suggest(known, typed)
  const at = typed.indexOf('@')
  const local = (at === -1 ? typed : typed.slice(0, at)).trim()
  const begun =
    at === -1
      ? ''
      : typed
          .slice(at + 1)
          .trim()
          .toLowerCase()
  if (local === '' || /[\s<>"]/.test(local)) return found.slice(0, mostOptions)
  const completed = (domains ?? [])
    .filter(({ name }) => name.toLowerCase().startsWith(begun))
    .toSorted((one, other) => Number(other.verified) - Number(one.verified))
    .map(({ name, verified }) => ({
      value: `${local}@${name}`,
      label: `${local}@${name}`,
      detail: verified ? 'Verified domain' : 'Not verified',
    }))
    .filter(({ value }) => !found.some((option) => option.value === value))
  return [...found, ...completed].slice(0, mostOptions)
}

/**
 * Returns a warning sentence if the account has not verified the sender’s domain; undefined if the domain is verified,
 * or if the account’s domains are not known.
 */
export function senderNote({ domains }: Context, address: string): string | undefined {
  const domain = address
    .slice(address.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase()
  if (domains === null || domains.length === 0 || !address.includes('@') || !domain.includes('.')) return undefined
  const known = domains.find(({ name }) => name.toLowerCase() === domain)
  if (known?.verified) return undefined
  const what = known ? `${domain} is not verified yet` : `${domain} is not a domain of this account`
  return `${what}, so mail from it may be refused or marked as spam.`
}

/** Returns the sender for a chosen address, with its known name unless the user typed one. */
export function chosenSender(before: Mailbox, address: string, senders: readonly Mailbox[]): Mailbox {
  const nameOf = (wanted: string) => senders.find((sender) => sender.address === wanted)?.name ?? ''
  const isOwnName = before.name !== '' && before.name !== nameOf(before.address)
  return { address, name: isOwnName ? before.name : nameOf(address) || before.name }
}
