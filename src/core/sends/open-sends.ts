import { AppError } from '#shared/contract/base/error.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Archives } from '../archive/index.ts'
import type { Ground } from '../base/room.ts'
import type { Blacklists } from '../blacklists/index.ts'
import type { Bodies } from '../bodies/index.ts'
import type { FileTokens } from '../files/index.ts'
import type { Jobs } from '../jobs/index.ts'
import type { Outcomes } from '../outcomes/index.ts'
import type { LocalSandbox } from '../sandbox/index.ts'
import type { Templates } from '../templates/index.ts'
import { hasEnded } from '#shared/domain/sends/send-states.ts'
import type { DraftStore } from '../drafts/index.ts'
import { KeptCopies } from './message/kept-copies.ts'
import { refuseUnsendable } from './message/refusals.ts'
import { PersonalNames } from './names/personal-names.ts'
import { LostBatches } from './results/lost-batches.ts'
import { SendStore } from './store/send-store.ts'
import { Sends } from './sends.ts'
import { Rehearsals } from './trial/rehearsals.ts'

export type SendNeeds = Ground & {
  readonly accounts: Accounts
  readonly archives: Archives
  readonly blacklists: Blacklists
  readonly bodies: Bodies
  readonly files: FileTokens
  readonly jobs: Jobs
  readonly outcomes: Outcomes
  readonly sandbox: LocalSandbox
  readonly templates: Templates
  readonly drafts: DraftStore
}

export type SendParts = SendNeeds & Awaited<ReturnType<typeof openSends>>

export async function openSends(needs: SendNeeds) {
  const { drafts, events, ports } = needs
  const store = await SendStore.open(needs, drafts)
  const copies = new KeptCopies(needs)
  const names = new PersonalNames({ ports, store })
  const sends = new Sends({ ...needs, store, copies })
  await sends.open()
  const onSettled = sends.settleBatch.bind(sends)
  const lost = new LostBatches({ ...needs, store, onSettled })
  const unsubscribe = events.subscribe((event) => {
    if (event.name === 'sends.changed' && event.payload.unknown > 0) lost.watch(event.payload.id)
    if (event.name !== 'outcomes.changed') return
    lost.receive(event.payload).catch((error: unknown) => {
      const { code } = AppError.from(error)
      ports.logger.log('warn', 'The result of a batch could not be saved.', { code })
    })
  })
  return {
    store,
    copies,
    names,
    sends,
    lost,
    rehearsals: new Rehearsals(needs),
    /** Refuses a draft that could not be sent. Sends nothing. */
    async verify(draftId: string): Promise<void> {
      const draft = await drafts.get(draftId)
      await refuseUnsendable(draft, needs.accounts.get(draft.stored.accountId))
    },
    /** Removes old sends together with their content. Sends that have not ended or have an unknown outcome are kept. */
    async removeEnded(accountId: string, before: number) {
      for (const { stored, summary } of store.all()) {
        const isOver = stored.accountId === accountId && stored.at < before && hasEnded(stored) && summary.unknown === 0
        if (isOver && store.has(stored.id)) await sends.remove(stored.id)
      }
    },
    /** The names are read again from the remaining sends, even if the erasure is incomplete. */
    eraseRecipient: (accountId: string, email: string) =>
      store.eraseRecipient(accountId, email).finally(() => names.drop(accountId)),
    async removeAccount(accountId: string) {
      await sends.removeAll(accountId)
      names.drop(accountId)
      await store.removeUnopened({ id: accountId, isLast: needs.accounts.list().accounts.length === 0 })
    },
    async stop() {
      unsubscribe()
      lost.stop()
      await sends.stop()
    },
  }
}
