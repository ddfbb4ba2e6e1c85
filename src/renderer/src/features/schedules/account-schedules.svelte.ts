import type { ScheduleKind } from '#shared/contract/schedules.ts'
import { ofKind, type ScheduleOf } from '#shared/domain/schedules/of-kind.ts'
import { followAccount } from '../../lib/state/account-list.svelte.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'
import { Loader } from '../../lib/state/loader.svelte.ts'
import { usedTeamArchive } from '../../lib/state/uses-team-archive.ts'
import { takeFromList } from '../../lib/state/take-from-list.ts'
import { undoAction } from '../../lib/ui/toasts/undo-action.ts'

type Of<Kind> = {
  readonly accountId: string
  readonly kind: Kind
  /** The announcement of a run; null if the list itself is sufficient. */
  readonly started: string | null
  readonly removed: { readonly tone: 'ok' | 'info'; readonly text: string }
}

/** An account’s schedules of one kind, kept in step with the core. */
export class AccountSchedules<Kind extends ScheduleKind> {
  readonly loader: Loader<readonly ScheduleOf<Kind>[]>
  readonly #app: AppState
  readonly #of: Of<Kind>

  constructor(app: AppState, of: Of<Kind>) {
    this.#app = app
    this.#of = of
    const { accountId, kind } = of
    this.loader = new Loader(async () => ofKind(kind, await app.host.invoke('schedules.list', { accountId, kind })))
  }

  /** Returns a function that stops following. */
  follow(): () => void {
    void this.loader.load()
    const { accountId } = this.#of
    // Colleagues’ changes to shared schedules are announced as changes of the team’s archive.
    const events = usedTeamArchive(this.#app, accountId)
      ? (['schedules.changed', 'archive.changed'] as const)
      : (['schedules.changed'] as const)
    return followAccount(this.#app.host, { accountId, events }, () => void this.loader.load())
  }

  run({ id }: ScheduleOf<Kind>): Promise<boolean> {
    const start = () => this.#app.host.invoke('schedules.run', { id })
    const { started } = this.#of
    return started === null ? this.#change(start) : this.#app.begin(start, started)
  }

  pause({ id, paused }: ScheduleOf<Kind>): Promise<boolean> {
    return this.#change(() => this.#app.host.invoke('schedules.pause', { id, paused: !paused }))
  }

  async remove({ id }: ScheduleOf<Kind>): Promise<boolean> {
    const { host, toasts } = this.#app
    const { tone, text } = this.#of.removed
    if (!(await this.#app.attempt(() => host.invoke('schedules.remove', { id })))) return false
    takeFromList(this.loader, id)
    const undo = () => void this.#change(() => host.invoke('schedules.restore', { id }))
    toasts[tone](text, { action: undoAction(undo) })
    return true
  }

  async #change(work: () => Promise<unknown>): Promise<boolean> {
    const isDone = await this.#app.attempt(work)
    await this.loader.load()
    return isDone
  }
}
