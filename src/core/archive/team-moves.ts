import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/contract/base/error.ts'
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
  /** Accounts whose archive is being moved, with the reason that its messages can’t be changed. */
  readonly #moving = new Map<string, string>()
  /** For each account, how many changes to its messages are under way. */
  readonly #changes = new Map<string, number>()

  constructor(accounts: Accounts, team: TeamArchives) {
    this.#accounts = accounts
    this.#team = team
  }

  /** Must run in `whileMovingUp`. The file stays unchanged. */
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

  /** Must contain everything from before the move until the account uses the team archive. */
  whileMovingUp<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    return this.#whileMoving(
      accountId,
      'The archive is being moved to a team’s server. Try again when that is done.',
      work,
    )
  }

  /** Must contain everything from before the copy until the account’s file is replaced with it. */
  whileCopying<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    const folder = this.#accounts.folder(accountId)
    return this.#whileMoving(
      accountId,
      'The team archive is being copied to this computer. Try again when that is done.',
      async () => {
        try {
          await copyFiles.remove(folder)
          return await work()
        } finally {
          await copyFiles.remove(folder).catch(() => undefined)
        }
      },
    )
  }

  /**
   * Runs work that erases or adds messages, which is refused during a move: the archive that the account uses afterwards
   * might lack the change.
   */
  async whileChanging<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    this.#requireNoMove(accountId)
    this.#changes.set(accountId, this.#changesIn(accountId) + 1)
    try {
      return await work()
    } finally {
      this.#changes.set(accountId, this.#changesIn(accountId) - 1)
    }
  }

  /**
   * Removes the files that a killed copy left behind: they contain everybody’s messages, and no erasure searches them.
   */
  async removeLeftCopy(accountId: string): Promise<void> {
    if (!this.#moving.has(accountId)) await copyFiles.remove(this.#accounts.folder(accountId))
  }

  /** Replaces the account’s archive with the copy. The archive must be closed. */
  async useCopy(accountId: string): Promise<void> {
    const folder = this.#accounts.folder(accountId)
    await archiveFiles.remove(folder)
    await rename(this.#copyPath(accountId), join(folder, archiveFileName))
  }

  async #whileMoving<T>(accountId: string, reason: string, work: () => Promise<T>): Promise<T> {
    this.#requireNoMove(accountId)
    if (this.#changesIn(accountId) > 0) throw changingError()
    this.#moving.set(accountId, reason)
    try {
      return await work()
    } finally {
      this.#moving.delete(accountId)
    }
  }

  #requireNoMove(accountId: string): void {
    const reason = this.#moving.get(accountId)
    if (reason !== undefined) throw new AppError('conflict', reason, { retryable: true })
  }

  #changesIn(accountId: string): number {
    return this.#changes.get(accountId) ?? 0
  }

  #copyPath(accountId: string): string {
    return copyFiles.pathIn(this.#accounts.folder(accountId))
  }
}

function changingError(): AppError {
  return new AppError(
    'conflict',
    'Messages are being imported into this archive or erased from it. Try again when that is done.',
    { retryable: true },
  )
}
