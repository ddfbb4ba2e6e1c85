import type { AlertRule, QuietHours } from '#shared/contract/alerts.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'
import { Loader } from '../../lib/state/loader.svelte.ts'

/** The rules and the history of an account, as the core has them now. */
export class AccountAlerts {
  readonly loader = new Loader(() => this.#app.host.invoke('alerts.list', { accountId: this.accountId }))
  readonly accountId: string
  readonly #app: AppState

  constructor(app: AppState, accountId: string) {
    this.#app = app
    this.accountId = accountId
  }

  /** Returns how to stop. */
  follow(): () => void {
    void this.loader.load()
    return this.#app.host.subscribe((event) => {
      if (event.name !== 'alerts.changed' && event.name !== 'archive.changed') return
      if (event.payload.accountId === this.accountId) void this.loader.load()
    })
  }

  /** A copy: the value of a form is a proxy, which no host can pass on. */
  async save(rule: AlertRule): Promise<void> {
    await this.#app.host.invoke('alerts.save', { accountId: this.accountId, rule })
  }

  switch(rule: AlertRule, isOn: boolean): Promise<boolean> {
    return this.#app.attempt(() => this.save({ ...rule, isOn }))
  }

  /** False when the rule is still there. */
  async remove(rule: AlertRule): Promise<boolean> {
    const { host, toasts } = this.#app
    const isRemoved = await this.#app.attempt(() =>
      host.invoke('alerts.remove', { accountId: this.accountId, id: rule.id }),
    )
    if (!isRemoved) return false
    const undo = () => void this.#app.attempt(() => this.save(rule))
    toasts.info(`“${rule.name}” was removed. Its history stays.`, { action: { label: 'Undo', run: undo } })
    return true
  }

  setQuiet(quiet: QuietHours): Promise<boolean> {
    return this.#app.attempt(() => this.#app.host.invoke('alerts.setQuiet', { accountId: this.accountId, quiet }))
  }
}
