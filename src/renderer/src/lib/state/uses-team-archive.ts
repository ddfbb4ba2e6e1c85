import type { AppState } from './app-state.svelte.ts'

/** Whether the account’s messages are in a team archive, and not on this disk. */
export function usesTeamArchive({ accounts }: AppState, accountId: string): boolean {
  return accounts.find(({ id }) => id === accountId)?.teamServer != null
}

/** Whether the account uses a team archive, or ever used one. */
export function usedTeamArchive({ accounts }: AppState, accountId: string): boolean {
  return accounts.find(({ id }) => id === accountId)?.lastTeamServer != null
}
