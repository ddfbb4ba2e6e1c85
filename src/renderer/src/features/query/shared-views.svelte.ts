import type { TeamView } from '#shared/contract/team.ts'
import { AccountList } from '../../lib/state/account-list.svelte.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'
import { usedTeamArchive, usesTeamArchive } from '../../lib/state/uses-team-archive.ts'
import type { SavedView } from './saved-views.ts'

/**
 * The views that the account’s team has saved. They are reloaded when colleagues change them. An archive that was moved
 * back to this computer keeps them.
 */
export class SharedViews extends AccountList<'team.views'> {
  constructor(app: AppState, accountId: string) {
    super(app, accountId, { command: 'team.views', events: ['archive.changed'] })
  }

  get hasTeam(): boolean {
    return usesTeamArchive(this.app, this.accountId)
  }

  /** Whether the archive may contain a team’s views; for other accounts, they are not requested. */
  get hadTeam(): boolean {
    return usedTeamArchive(this.app, this.accountId)
  }

  get all(): readonly TeamView[] {
    return this.loader.value ?? []
  }

  /** Replaces the team’s view with the same name. Throws the core’s error. */
  async save({ name, text, sort }: SavedView): Promise<void> {
    const { accountId } = this
    const id = this.all.find((view) => view.name === name)?.id ?? crypto.randomUUID()
    await this.app.host.invoke('team.saveView', { accountId, id, name, text, sort })
    this.load()
  }

  async remove(id: string): Promise<void> {
    await this.app.host.invoke('team.removeView', { accountId: this.accountId, id })
    this.load()
  }
}
