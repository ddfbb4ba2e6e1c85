import { msPerHour } from '#shared/domain/base/durations.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import type { Accounts } from '../../accounts/index.ts'
import type { Archives } from '../../archive/index.ts'
import type { DraftOnDisk } from '../../drafts/index.ts'
import type { SendStore } from '../store/send-store.ts'
import { archiveRepeats } from './archive-repeats.ts'
import { ownRepeats, type Repeat } from './own-sends.ts'
import { keyOf, Turns, wantedPeople } from './wanted-people.ts'

type Needs = {
  readonly accounts: Accounts
  readonly archives: Archives
  readonly store: Pick<SendStore, 'all'>
}
type Repeats = CommandOutput<'sends.checkRepeats'>

/**
 * Recipients who would receive a message again, according to Mailroom’s sends or, for people in none of them, according to
 * the archive. Each address is in one group.
 */
export async function checkRepeats(
  { accounts, archives, store }: Needs,
  draft: DraftOnDisk,
  { hours, signal }: { hours: number; signal: AbortSignal },
): Promise<Repeats> {
  const { accountId, content } = draft.stored
  const now = accounts.clockOf(accountId).now()
  const turns = new Turns(signal)
  const wanted = await wantedPeople(content, draft.people, turns)
  const isNear = (at: number): boolean => Math.abs(now - at) <= hours * msPerHour
  const found = await ownRepeats(store, { accountId, wanted, isNear, now, turns })
  if (accounts.get(accountId).storeHistory) {
    const copies = [...content.cc, ...content.bcc].map(({ address }) => keyOf(address))
    const left = new Set([...wanted.rows.keys(), ...copies].filter((key) => key !== '' && !found.has(key)))
    const context = { now, zone: 'UTC' }
    const more = await archiveRepeats(await archives.of(accountId), left, { wanted, hours, context, signal, turns })
    for (const [key, at] of more) found.set(key, { kind: 'subject', state: 'sent', sendId: null, at })
  }
  return grouped(found, turns)
}

async function grouped(found: ReadonlyMap<string, Repeat>, turns: Turns): Promise<Repeats> {
  const groups = new Map<string, Repeats[number]>()
  for (const [address, { kind, state, sendId, at }] of found) {
    const key = `${kind} ${state} ${sendId}`
    const group = groups.get(key) ?? { kind, state, sendId, at, addresses: [] }
    group.addresses.push(address)
    group.at = Math.max(group.at, at)
    groups.set(key, group)
    if (turns.isOver()) await turns.pass()
  }
  return [...groups.values()].toSorted((one, other) => other.at - one.at)
}
