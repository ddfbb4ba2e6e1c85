import type { DraftPeople } from '#shared/contract/base/draft.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { SendSummary } from '#shared/contract/base/sends.ts'
import type { RestGroup, RestPlan } from '#shared/contract/sends.ts'
import { rangesOf, reachOf, rowsIn, type Reach } from '#shared/domain/sends/family.ts'
import { hasEnded } from '#shared/domain/sends/send-states.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Archives } from '../archive/index.ts'
import { Queues } from '../base/queue.ts'
import type { Ground } from '../base/room.ts'
import type { Blacklists } from '../blacklists/index.ts'
import { refuseUnsendable } from './message/refusals.ts'
import type { SendParts } from './open-sends.ts'
import type { SendOnDisk } from './store/send-on-disk.ts'
import { leftOut } from './left-out.ts'

type RestNeeds = Pick<Ground, 'ports'> & {
  readonly accounts: Accounts
  readonly archives: Archives
  readonly blacklists: Pick<Blacklists, 'listedAmong'>
  readonly sending: Pick<SendParts, 'store' | 'sends' | 'lost'>
}

type Asked = { readonly id: string; readonly only: RestGroup | null }
/** `recipients`: the number that the user has confirmed. */
type Confirmed = Asked & { readonly recipients?: number | undefined; readonly undoSeconds: number }

/** A plan and the data it is based on. */
type Rest = {
  readonly plan: RestPlan
  readonly people: DraftPeople
  /** The rows of the rest’s recipients in the first send. */
  readonly rows: readonly number[]
}

type Family = {
  /** The id of the first send, which may have been removed. */
  readonly id: string
  readonly members: readonly SendOnDisk[]
  readonly reach: ReadonlyMap<number, Reach>
  /** Whether any call may have been accepted, in which case the cc and bcc recipients may already have the message. */
  readonly hasLeft: boolean
}

type Candidate = {
  readonly row: number
  readonly group: RestGroup
  readonly person: DraftPeople['rows'][number]
}

/** Completes a send that did not reach everyone: a new send goes to the recipients who certainly did not receive it. */
export class Rests {
  readonly #needs: RestNeeds
  /**
   * Only one rest per family begins at a time, because each rest is limited to the people that no other rest includes.
   */
  readonly #turns = new Queues()

  constructor(needs: RestNeeds) {
    this.#needs = needs
  }

  async plan(asked: Asked, signal: AbortSignal): Promise<RestPlan> {
    return (await this.#rest(asked, signal)).plan
  }

  async start(asked: Confirmed, signal: AbortSignal): Promise<SendSummary> {
    const family = this.#familyOf(asked.id).id
    return this.#turns.add(family, () => this.#start(asked, signal))
  }

  async #start({ undoSeconds, recipients, ...asked }: Confirmed, signal: AbortSignal) {
    const { accounts, ports, sending } = this.#needs
    const { store, sends } = sending
    const send = store.get(asked.id)
    if (!hasEnded(send.stored)) throw new AppError('conflict', notYet)
    const { plan, people, rows } = await this.#rest(asked, signal)
    if (people.rows.length === 0) throw new AppError('nothing-left', nobody)
    if (recipients !== undefined && people.rows.length > recipients) throw new AppError('conflict', moreNow)
    const source = await store.contents(send)
    const { content } = source.stored
    const kept = plan.copies > 0 ? { ...content, cc: [], bcc: [] } : content
    const sendable = {
      stored: { ...source.stored, content: kept },
      people,
      filePath: (part: string) => source.filePath(part),
    }
    await refuseUnsendable(sendable, accounts.get(send.stored.accountId))
    const { id, members } = this.#familyOf(asked.id)
    const now = ports.clock.now()
    return sends.sendRest({
      source,
      content: kept,
      people,
      restOf: id,
      rows: rangesOf(rows),
      // A family is ordered by time, so two rests begun in the same millisecond need different times.
      createdAt: Math.max(now, ...members.map(({ stored }) => stored.createdAt + 1)),
      at: now + undoSeconds * 1000,
      isScheduled: false,
    })
  }

  async #rest({ id, only }: Asked, signal: AbortSignal): Promise<Rest> {
    const { sending } = this.#needs
    const send = sending.store.get(id)
    const { accountId } = send.stored
    const { stored: draft, people } = await sending.store.contents(send)
    const { members, reach, hasLeft } = this.#familyOf(id)
    const stored = send.stored.rows === null ? null : [...rowsIn(send.stored.rows)]
    const counts: Record<Reach, number> = { open: 0, waiting: 0, sent: 0, unknown: 0, refused: 0, absent: 0 }
    const candidates: Candidate[] = []
    for (const [index, person] of people.rows.entries()) {
      const row = stored === null ? index : stored[index]!
      const state = reach.get(row) ?? 'open'
      counts[state] += 1
      if (isLeft(state) && (only === null || only === state)) candidates.push({ row, group: state, person })
    }
    const addresses = candidates.map(({ person }) => person.address)
    const reasons = await leftOut(this.#needs, { accountId, addresses, signal })
    const reasonOf = (address: string) => (address === '' ? 'erased' : reasons.get(address.trim().toLowerCase()))
    const out = { bounced: 0, complained: 0, unsubscribed: 0, erased: 0 }
    const taken = candidates.filter(({ person }) => {
      const reason = reasonOf(person.address)
      if (reason !== undefined) out[reason] += 1
      return reason === undefined
    })
    const { waiting, refused, absent, sent, unknown, open } = counts
    const plan: RestPlan = {
      recipients: taken.length,
      groups: { waiting, refused, absent },
      left: countsOf(taken),
      leftOut: out,
      sent,
      unknown,
      open,
      copies: hasLeft ? draft.content.cc.length + draft.content.bcc.length : 0,
      isMarked: members.some((member) => sending.lost.isMarked(member)),
      isWatched: members.some((member) => sending.lost.isWatched(member)),
      rests: members.filter(({ stored }) => stored.restOf !== null).map(({ summary }) => summary),
    }
    return {
      plan,
      people: { columns: people.columns, rows: taken.map(({ person }) => person) },
      rows: taken.map(({ row }) => row),
    }
  }

  #familyOf(id: string): Family {
    const { store } = this.#needs.sending
    const members = store.familyOf(id)
    const reached = members.flatMap(({ stored }) => stored.reached)
    const reach = reachOf(
      members.map(({ stored, batches }) => ({ ...stored, batches })),
      reached,
    )
    const mayHaveReached = ({ batches }: SendOnDisk) =>
      batches.some(({ state }) => state === 'sent' || state === 'unknown')
    const hasLeft = reached.length > 0 || members.some(mayHaveReached)
    return { id: store.get(id).stored.restOf ?? id, members, reach, hasLeft }
  }
}

function countsOf(taken: readonly Candidate[]): RestPlan['left'] {
  const counts = { waiting: 0, refused: 0, absent: 0 }
  for (const { group } of taken) counts[group] += 1
  return counts
}

function isLeft(state: Reach): state is RestGroup {
  return state === 'waiting' || state === 'refused' || state === 'absent'
}

const notYet =
  'This send has not finished yet. Resume it to send to the recipients still waiting, or cancel it and then send to those who did not get the message.'
const moreNow =
  'By now, more recipients are known not to have the message. Check the new number, and confirm it if you want to send.'
const nobody =
  'There is nobody left to send to. Every recipient has the message, may have it, is about to get it or is left out.'
