import type { TeamServer } from '#shared/contract/base/team/team-server.ts'
import type { AccountStore } from './account-store.ts'

type Place = { readonly server: TeamServer; readonly passwordInKeychain: boolean }

/** Which accounts use a team archive, and where it is. */
export class TeamServers {
  readonly #store: AccountStore
  readonly #emitChange: () => void

  constructor(store: AccountStore, emitChange: () => void) {
    this.#store = store
    this.#emitChange = emitChange
  }

  /** Returns null for an account whose archive is a file on this computer. */
  of(id: string): Place | null {
    const { teamServer: server, teamPasswordInKeychain: passwordInKeychain } = this.#store.get(id)
    return server === null ? null : { server, passwordInKeychain }
  }

  /** Also returns null if the account no longer exists. */
  find(id: string): TeamServer | null {
    return this.#store.accounts.find((stored) => stored.id === id)?.teamServer ?? null
  }

  async set(id: string, place: Place | null): Promise<void> {
    this.#store.get(id)
    await this.#store.change(id, (stored) => ({
      ...stored,
      teamServer: place?.server ?? null,
      lastTeamServer: place?.server ?? stored.lastTeamServer,
      teamPasswordInKeychain: place?.passwordInKeychain ?? false,
    }))
    this.#emitChange()
  }

  /**
   * Keeps a server as a suggestion for the next time the user enters one. The account keeps using its current archive.
   */
  async remember(id: string, server: TeamServer): Promise<void> {
    await this.#store.change(id, (stored) => ({ ...stored, lastTeamServer: server }))
    this.#emitChange()
  }
}
