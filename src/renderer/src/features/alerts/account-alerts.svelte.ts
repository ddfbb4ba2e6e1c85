import type { AlertRule, QuietHours } from '#shared/contract/alerts.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import { AccountList } from '../../lib/state/account-list.svelte.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'
import { usesTeamArchive } from '../../lib/state/uses-team-archive.ts'
import { undoAction } from '../../lib/ui/toasts/undo-action.ts'

export type ListedRule = CommandOutput<'alerts.list'>['rules'][number]

const sharedKey = 'alerts.shared'

/** The alert rules and history of an account, kept in step with the core. */
export class AccountAlerts extends AccountList<'alerts.list'> {
  constructor(app: AppState, accountId: string) {
    super(app, accountId, { command: 'alerts.list', events: ['alerts.changed', 'archive.changed'] })
  }

  get hasTeam(): boolean {
    return usesTeamArchive(this.app, this.accountId)
  }

  /** Whether new rules are shared with the team by default. This is the choice made for the last new rule. */
  get sharesNew(): boolean {
    return this.hasTeam && this.app.settings.viewState[sharedKey] === true
  }

  /** `rule` must be a copy: form values are proxies, which no host can pass on. */
  async save(rule: AlertRule, isShared: boolean): Promise<void> {
    await this.app.host.invoke('alerts.save', { accountId: this.accountId, rule, isShared })
  }

  /** Saves a rule from the form, and remembers for the next new rule whether this one is shared. */
  async saveChosen(rule: AlertRule, isShared: boolean): Promise<void> {
    await this.save(rule, isShared)
    if (this.hasTeam) this.app.change({ viewState: { [sharedKey]: isShared } })
  }

  switch({ rule, sharedBy }: ListedRule, isOn: boolean): Promise<boolean> {
    return this.app.attempt(() => this.save({ ...rule, isOn }, sharedBy !== null))
  }

  /** Returns false if the rule was not removed. */
  async remove({ rule, sharedBy }: ListedRule): Promise<boolean> {
    const { host, toasts } = this.app
    const isRemoved = await this.app.attempt(() =>
      host.invoke('alerts.remove', { accountId: this.accountId, id: rule.id }),
    )
    if (!isRemoved) return false
    const undo = () => void this.app.attempt(() => this.save(rule, sharedBy !== null))
    toasts.info(`“${rule.name}” was removed. Its history is kept.`, { action: undoAction(undo) })
    return true
  }

  /** Only the app icon’s badge count depends on this, so a failure is not reported. */
  markSeen(): void {
    this.app.host.invoke('alerts.markSeen', { accountId: this.accountId }).catch(this.app.report)
  }

  setQuiet(quiet: Partial<QuietHours>): Promise<boolean> {
    return this.app.attempt(() => this.app.host.invoke('alerts.setQuiet', { accountId: this.accountId, quiet }))
  }
}
