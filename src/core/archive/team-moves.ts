import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { TeamServer } from '#shared/contract/base/team/team-server.ts'
import type { Accounts } from '../accounts/index.ts'
import { databaseFiles } from '../base/database-files.ts'
import { makePrivateFolder } from '../base/folders.ts'
import { archiveFileName, archiveFiles } from './engine/file/archive-files.ts'
import type { Backup, BackupStep, Cancel } from './port/archive-port.ts'
import type { TeamArchives } from './team-archives.ts'

type Following = Cancel & { readonly progress: (step: BackupStep) => void }

const copyFiles = databaseFiles('archive-from-team.sqlite')

/** Moves an account’s archive between its file and a team’s server. */
export class TeamMoves {
  readonly #accounts: Accounts
  readonly #team: TeamArchives
  readonly #copying = new Set<string>()

  constructor(accounts: Accounts, team: TeamArchives) {
    this.#accounts = accounts
    this.#team = team
  }

  /** Nothing may be written to the file during the move. The file stays unchanged. */
  async up(
    accountId: string,
    to: { readonly server: TeamServer; readonly password: string },
    following: Following,
  ): Promise<{ readonly messages: number }> {
    const { moveToServer } = await import('./server/move-archive.ts')
    const folder = this.#accounts.folder(accountId)
    const account = { service: this.#accounts.serviceOf(accountId), user: this.#accounts.get(accountId).user }
    return moveToServer(this.#team.optionsFor(to), { folder, source: accountId, account, ...following })
  }

  /** Copies the team archive to a file next to the account’s archive. `useCopy` then replaces the archive with it. */
  async down(accountId: string, server: TeamServer, following: Following): Promise<Backup> {
    const password = await this.#team.passwordOf(accountId, server)
    const { moveToFile } = await import('./server/move-archive.ts')
    // An account that never had a file here has no folder yet.
    await makePrivateFolder(this.#accounts.folder(accountId))
    const account = this.#accounts.get(accountId).name
    const options = this.#team.optionsFor({ server, password })
    return moveToFile(options, this.#copyPath(accountId), { account, ...following })
  }

  /** Marks the account as being copied while `work` makes a copy and replaces the account’s file with it. */
  async whileCopying<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    this.#copying.add(accountId)
    const folder = this.#accounts.folder(accountId)
    try {
      await copyFiles.remove(folder)
      return await work()
    } finally {
      await copyFiles.remove(folder).catch(() => undefined)
      this.#copying.delete(accountId)
    }
  }

  /** Whether a copy is being made. An erasure would not reach the copy. */
  isCopying(accountId: string): boolean {
    return this.#copying.has(accountId)
  }

  /**
   * Removes the files that a killed copy left behind: they contain everybody’s messages, and no erasure searches them.
   */
  async removeLeftCopy(accountId: string): Promise<void> {
    if (!this.isCopying(accountId)) await copyFiles.remove(this.#accounts.folder(accountId))
  }

  /** Replaces the account’s archive with the copy. The archive must be closed. */
  async useCopy(accountId: string): Promise<void> {
    const folder = this.#accounts.folder(accountId)
    await archiveFiles.remove(folder)
    await rename(this.#copyPath(accountId), join(folder, archiveFileName))
  }

  #copyPath(accountId: string): string {
    return copyFiles.pathIn(this.#accounts.folder(accountId))
  }
}
