import type { SendSummary } from '#shared/contract/base/sends.ts'
import type { AppEvent } from '#shared/contract/events.ts'
import type { RestPlan } from '#shared/contract/sends.ts'
import type { Host } from '../../../lib/host/host.ts'
import { Loader } from '../../../lib/state/loader.svelte.ts'

/** The plan for completing a send, kept up to date while the send is on the screen. */
export class SendRest {
  readonly plan: Loader<RestPlan>
  readonly #family: string
  /** The states of the first send and its rests when the plan was requested, by send id. */
  #known: Readonly<Record<string, string>> = {}

  constructor(host: Pick<Host, 'invoke'>, send: Pick<SendSummary, 'id' | 'restOf'>) {
    this.#family = send.restOf ?? send.id
    this.plan = new Loader(() => host.invoke('sends.rest', { id: send.id, only: null }))
  }

  /** A running send reports four times a second, but few reports affect the plan. */
  readonly receive = (event: AppEvent): void => {
    if (event.name === 'sends.removed' && event.payload.id in this.#known) void this.plan.load()
    if (event.name !== 'sends.changed') return
    const { id, restOf, state, unknown, absent, refused } = event.payload
    if (id !== this.#family && restOf !== this.#family) return
    const now = JSON.stringify([state, state === 'sending' ? null : [unknown, absent, refused]])
    if (this.#known[id] === now) return
    this.#known = { ...this.#known, [id]: now }
    void this.plan.load()
  }
}
