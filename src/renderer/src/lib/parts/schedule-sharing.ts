import type { Schedule } from '#shared/contract/schedules.ts'
import { visible } from '#shared/text/visible.ts'
import type { AppState } from '../state/app-state.svelte.ts'
import { usesTeamArchive } from '../state/uses-team-archive.ts'

const key = 'schedules.shared'

/** Whether new schedules are shared with the team by default. This is the choice made for the last new schedule. */
export function sharesNewSchedules(app: AppState, accountId: string): boolean {
  return usesTeamArchive(app, accountId) && app.settings.viewState[key] === true
}

/** Remembers the choice for the next new schedule. */
export function rememberSharing(app: AppState, accountId: string, isShared: boolean): void {
  if (usesTeamArchive(app, accountId)) app.change({ viewState: { [key]: isShared } })
}

/** Returns the end of a schedule’s facts, which names the user who shared the schedule, if anyone did. */
export function sharedText({ sharedBy }: Pick<Schedule, 'sharedBy'>): string {
  return sharedBy === null ? '' : ` · shared by ${visible(sharedBy)}`
}
