import type { DraftOptions } from '#shared/contract/base/draft.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import { blacklistTypes } from '#shared/domain/service/requests.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Blacklists } from '../blacklists/index.ts'
import type { Templates } from '../templates/index.ts'
import type { DraftStore } from '../drafts/index.ts'
import type { SendStore } from './store/send-store.ts'

type OptionValues = CommandOutput<'sends.optionValues'>
type Needs = {
  readonly accounts: Accounts
  readonly blacklists: Pick<Blacklists, 'customLists'>
  readonly templates: Templates
  readonly drafts: DraftStore
  readonly store: SendStore
}

/** Only the newest sends are used, because each is read from the disk. */
const mostSends = 20
const mostValues = 100

/**
 * Possible values for options that refer to something in the account: values listed by the service and values used by the
 * account’s other messages. No service lists its IP pools. A part that cannot be read is left out, because each option
 * accepts any text.
 */
export async function optionValues(
  { accounts, blacklists, templates: service, drafts, store }: Needs,
  accountId: string,
  signal: AbortSignal,
): Promise<OptionValues> {
  const sends = store.all().filter(({ stored }) => stored.accountId === accountId)
  const newest = sends.toSorted((a, b) => b.stored.createdAt - a.stored.createdAt).slice(0, mostSends)
  const [lists, templates, written, sent] = await Promise.all([
    listNames({ accounts, blacklists }, accountId, signal).catch(() => []),
    service.names(accountId, signal).catch(() => null),
    drafts.optionsOf(accountId),
    Promise.allSettled(newest.map((send) => send.content())),
  ])
  const earlier = sent.flatMap((each) => (each.status === 'fulfilled' ? [each.value.options] : []))
  const used = (name: 'ipPool' | 'blacklist' | 'template') =>
    [...written, ...earlier].map((options: DraftOptions) => options[name])
  return {
    ipPool: distinct(used('ipPool')),
    blacklist: distinct([...lists, ...used('blacklist')]),
    template: distinct([...(templates ?? []), ...used('template')]),
  }
}

/**
 * The service can’t list the custom lists, but each entry names its list. A local copy contains the lists of all entries;
 * without a copy, only the newest entries are read.
 */
async function listNames(
  { accounts, blacklists: copies }: Pick<Needs, 'accounts' | 'blacklists'>,
  accountId: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const copied = await copies.customLists(accountId)
  if (copied !== null) return copied
  const types: readonly string[] = [...blacklistTypes, 'unsubscribes']
  const { blacklists } = accounts.client(accountId)
  const { items } = await blacklists.list({ type: 'unsubscribers', pageSize: 500, order: 'descending' }, { signal })
  return items.map(({ list }) => list).filter((list) => !types.includes(list))
}

function distinct(values: readonly string[]): string[] {
  const filled = values.map((value) => value.trim()).filter((value) => value !== '')
  return [...new Set(filled)].sort((a, b) => a.localeCompare(b)).slice(0, mostValues)
}
