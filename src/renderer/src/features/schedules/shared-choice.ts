import type { AppState } from '../../lib/state/app-state.svelte.ts'
import { usesTeamArchive } from '../../lib/state/uses-team-archive.ts'

const key = 'schedules.shared'

/** Whether new schedules are shared with the team: as the last one was. */
export function sharesNewSchedules(app: AppState, accountId: string): boolean {
  return usesTeamArchive(app, accountId) && app.settings.viewState[key] === true
}

/** Remembers the choice for the next new schedule. */
export function rememberSharing(app: AppState, accountId: string, isShared: boolean): void {
  if (usesTeamArchive(app, accountId)) app.change({ viewState: { [key]: isShared } })
}
