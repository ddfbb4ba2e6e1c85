import type { ExportSchedule } from '#shared/contract/schedules.ts'
import { ofKind } from '#shared/domain/schedules/of-kind.ts'
import type { AppState } from '../../../lib/state/app-state.svelte.ts'
import { Loader } from '../../../lib/state/loader.svelte.ts'
import { takeFromList } from '../../../lib/state/take-from-list.ts'

/** The exports that an account makes on a schedule, as the core has them now. */
export class AccountSchedules {
  readonly loader: Loader<readonly ExportSchedule[]>
  readonly #app: AppState
  readonly #accountId: string

  constructor(app: AppState, accountId: string) {
    this.#app = app
    this.#accountId = accountId
    this.loader = new Loader(async () =>
      ofKind('export', await app.host.invoke('schedules.list', { accountId, kind: 'export' })),
    )
  }

  /** Returns how to stop. */
  follow(): () => void {
    void this.loader.load()
    return this.#app.host.subscribe((event) => {
      if (event.name === 'schedules.changed' && event.payload.accountId === this.#accountId) void this.loader.load()
    })
  }

  run({ id }: ExportSchedule): Promise<boolean> {
    return this.#app.begin(() => this.#app.host.invoke('schedules.run', { id }), 'The export has started.')
  }

  pause({ id, paused }: ExportSchedule): Promise<boolean> {
    return this.#change(() => this.#app.host.invoke('schedules.pause', { id, paused: !paused }))
  }

  async remove({ id }: ExportSchedule): Promise<boolean> {
    const { host, toasts } = this.#app
    if (!(await this.#app.attempt(() => host.invoke('schedules.remove', { id })))) return false
    takeFromList(this.loader, id)
    const undo = () => void this.#change(() => host.invoke('schedules.restore', { id }))
    toasts.info('The schedule was removed. Its files stay.', { action: { label: 'Undo', run: undo } })
    return true
  }

  async #change(work: () => Promise<unknown>): Promise<boolean> {
    const isDone = await this.#app.attempt(work)
    await this.loader.load()
    return isDone
  }
}
