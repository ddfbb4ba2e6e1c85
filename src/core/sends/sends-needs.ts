import type { Accounts } from '../accounts/index.ts'
import type { Ground } from '../base/room.ts'
import type { Jobs } from '../jobs/index.ts'
import type { Outcomes } from '../outcomes/index.ts'
import type { DraftStore } from '../drafts/index.ts'
import type { KeptCopies } from './message/kept-copies.ts'
import type { SendStore } from './store/send-store.ts'

export type SendsNeeds = Ground & {
  readonly accounts: Accounts
  readonly jobs: Jobs
  readonly outcomes: Pick<Outcomes, 'has'>
  readonly drafts: DraftStore
  readonly store: SendStore
  readonly copies: KeptCopies
}
