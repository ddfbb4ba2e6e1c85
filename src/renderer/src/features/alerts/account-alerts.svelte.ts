import type { AlertRule, QuietHours } from '#shared/contract/alerts.ts'
import { AccountList } from '../../lib/state/account-list.svelte.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'

/** The alert rules and history of an account, kept in step with the core. */
export class AccountAlerts extends AccountList<'alerts.list'> {
  constructor(app: AppState, accountId: string) {
    super(app, accountId, { command: 'alerts.list', events: ['alerts.changed', 'archive.changed'] })
  }

  /** `rule` must be a copy: form values are proxies, which no host can pass on. */
  async save(rule: AlertRule): Promise<void> {
    await this.app.host.invoke('alerts.save', { accountId: this.accountId, rule })
  }

  switch(rule: AlertRule, isOn: boolean): Promise<boolean> {
    return this.app.attempt(() => this.save({ ...rule, isOn }))
  }

  /** Returns false if the rule is still there. */
  async remove(rule: AlertRule): Promise<boolean> {
    const { host, toasts } = this.app
    const isRemoved = await this.app.attempt(() =>
      host.invoke('alerts.remove', { accountId: this.accountId, id: rule.id }),
    )
    if (!isRemoved) return false
    const undo = () => void this.app.attempt(() => this.save(rule))
    toasts.info(`“${rule.name}” was removed. Its history is kept.`, { action: { label: 'Undo', run: undo } })
    return true
  }

  /** Only the app icon’s badge count depends on this, so a failure is not reported. */
  markSeen(): void {
    this.app.host.invoke('alerts.markSeen', { accountId: this.accountId }).catch(this.app.report)
  }

  setQuiet(quiet: QuietHours): Promise<boolean> {
    return this.app.attempt(() => this.app.host.invoke('alerts.setQuiet', { accountId: this.accountId, quiet }))
  }
}
