import { rm } from 'node:fs/promises'
import type { AppError } from '#shared/contract/base/error.ts'
import type { AccessEntry } from '#shared/contract/base/team/access-log.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Notices } from '../app/index.ts'
import { closingError } from '../base/closing.ts'
import type { EventBus } from '../base/event-bus.ts'
import { PerAccount } from '../base/per-account.ts'
import type { Ports } from '../base/ports.ts'
import { Queues } from '../base/queue.ts'
import { AccessNotes } from './access-notes.ts'
import { damagedNotice } from './damaged-notice.ts'
import { Archive } from './engine/archive.ts'
import { archiveFiles } from './engine/file/archive-files.ts'
import type { ArchivePort } from './port/archive-port.ts'
import { historyRefusal } from './read-only-archives.ts'
import type { ServerTeam } from './server/server-team.ts'
import { TeamArchives, type SyncTurn } from './team-archives.ts'
import { TeamMoves } from './team-moves.ts'

type ArchivesOptions = {
  readonly ports: Ports
  readonly accounts: Accounts
  readonly notices: Notices
  readonly events: EventBus
}

/**
 * Provides one archive for each account. It is opened at its first use, so that an account that isn’t viewed needs no
 * threads.
 */
export class Archives {
  readonly #options: ArchivesOptions
  readonly #archives = new PerAccount<ArchivePort>((accountId) => this.#open(accountId))

  /**
   * Prevents a file from being opened by two visits at once, or by a visit while it is open as the account’s archive.
   */
  readonly #turns = new Queues()

  readonly team: TeamArchives
  readonly moves: TeamMoves
  readonly #accessNotes: AccessNotes

  constructor(options: ArchivesOptions) {
    this.#options = options
    this.team = new TeamArchives(options)
    this.moves = new TeamMoves(options.accounts, this.team)
    const { clock, logger } = options.ports
    this.#accessNotes = new AccessNotes({
      clock,
      team: (accountId) => (this.isOnServer(accountId) ? this.teamOf(accountId) : null),
      onFailure: (account, kind, { code, message }) =>
        logger.log('warn', 'A line is missing from a team’s access log.', { account, kind, code, reason: message }),
    })
  }

  of(accountId: string): Promise<ArchivePort> {
    const refusal = this.#refusal(accountId)
    return refusal ? Promise.reject(refusal) : this.#archives.of(accountId)
  }

  /** Must be called before starting a job, so that the caller gets the error immediately. */
  requireHistory(accountId: string): void {
    const refusal = this.#refusal(accountId)
    if (refusal) throw refusal
  }

  /**
   * Opens the archive on this computer temporarily, even if the account keeps no history. Returns null if there is no
   * such archive or if the account uses a team archive.
   */
  async visit<T>(accountId: string, work: (archive: ArchivePort) => Promise<T>): Promise<T | null> {
    return this.isOnServer(accountId) ? null : this.visitFile(accountId, work)
  }

  /**
   * Like `visit`, but also opens the file that an account with a team archive used before. Returns null if there is no
   * file.
   */
  visitFile<T>(accountId: string, work: (archive: ArchivePort) => Promise<T>): Promise<T | null> {
    return this.#turns.add(accountId, async () => {
      if ((await this.bytesOf(accountId)) === null) return null
      if (this.#archives.isClosed) throw closingError()
      // If the account has returned to its file in the meantime, its open archive is used.
      if (!this.isOnServer(accountId) && this.#refusal(accountId) === null) return work(await this.of(accountId))
      const archive = await this.#openFile(accountId)
      try {
        return await work(archive)
      } finally {
        await archive.close()
      }
    })
  }

  /** Whether the account uses a team archive. */
  isOnServer(accountId: string): boolean {
    return this.#options.accounts.teamServers.of(accountId) !== null
  }

  /**
   * Features that only a team archive has; null for a file on this computer. Returns the same object until the archive
   * is closed.
   */
  async teamOf(accountId: string): Promise<ServerTeam | null> {
    return this.team.teamOf(await this.of(accountId))
  }

  /**
   * Writes a line to a team’s access log in the background. `about` identifies content that an open page requests
   * repeatedly.
   */
  noteAccess(accountId: string, entry: AccessEntry, about?: string): void {
    this.#accessNotes.add(accountId, entry, about)
  }

  /** Coordinates syncing between the Mailrooms that share the archive; null if only this one syncs it. */
  async turnOf(accountId: string): Promise<SyncTurn | null> {
    return this.team.turnOf(await this.of(accountId))
  }

  /** Closes the archive, does the work and opens the archive that the account uses afterwards. */
  async exchange(accountId: string, work: () => Promise<void>): Promise<void> {
    this.team.forget(accountId)
    await this.#turns.add(accountId, () => this.#archives.replace(accountId, work))
  }

  /** Bytes on this disk; null if there is no archive here. Opens no archive. */
  bytesOf(accountId: string): Promise<number | null> {
    return archiveFiles.bytes(this.#options.accounts.folder(accountId))
  }

  /** Must be called before removing the account’s folder. */
  close(accountId: string): Promise<void> {
    this.team.forget(accountId)
    return this.#archives.close(accountId)
  }

  /** Closes the archive of an account that no longer keeps history. */
  closeFor(accountId: string, files: 'keep' | 'delete'): Promise<void> {
    return this.#turns.add(accountId, async () => {
      await this.close(accountId)
      if (files === 'keep') return
      await this.moves.removeLeftCopy(accountId)
      await archiveFiles.remove(this.#options.accounts.folder(accountId))
    })
  }

  /** Removes everything in an account’s folder, so that a sync can start over. */
  empty(accountId: string): Promise<void> {
    const remove = (): Promise<void> => rm(this.#options.accounts.folder(accountId), { recursive: true, force: true })
    if (this.#refusal(accountId) === null) return this.#archives.replace(accountId, remove)
    return this.#turns.add(accountId, async () => {
      await this.close(accountId)
      await remove()
    })
  }

  /** If one archive cannot be closed, for example on a full disk, the others must still be closed. */
  closeAll(): Promise<void> {
    this.team.forgetAll()
    return this.#archives.closeAll((account, error) => {
      this.#options.ports.logger.log('error', 'An archive could not be closed properly.', {
        account,
        reason: String(error),
      })
    })
  }

  #refusal(accountId: string): AppError | null {
    return historyRefusal(this.#options.accounts.get(accountId))
  }

  #open(accountId: string): Promise<ArchivePort> {
    const place = this.#options.accounts.teamServers.of(accountId)
    if (place === null) return this.#openFile(accountId)
    return this.team.open(accountId, place.server, () => this.of(accountId))
  }

  async #openFile(accountId: string): Promise<Archive> {
    const { ports, accounts, notices } = this.#options
    const { name, storeHistory } = accounts.get(accountId)
    const { clock, logger, paths } = ports
    const folder = accounts.folder(accountId)
    const archive = await Archive.open({ folder, worker: paths.worker('archive'), clock, logger })
    const { salvaged } = archive
    if (salvaged) {
      const isSynced = storeHistory && !this.isOnServer(accountId)
      notices.add(`archive-${accountId}`, damagedNotice({ name, isSynced, salvaged }))
    } else if (archive.uncleanStop) {
      logger.log('warn', 'The archive was not closed properly last time, so it is being checked.', {
        account: accountId,
      })
      void this.#check(archive, accountId, name)
    }
    return archive
  }

  /** Runs in the background after an unclean stop. The user is notified only if something is wrong. */
  async #check(archive: Archive, accountId: string, name: string): Promise<void> {
    const { logger } = this.#options.ports
    try {
      const damage = await archive.checkIntegrity()
      if (damage.kind === 'none') return
      logger.log('error', 'The archive is damaged.', { account: accountId, findings: damage.findings })
      this.#options.notices.add(
        `archive-${accountId}`,
        `The archive of ${name} was damaged because Mailroom did not quit properly. In Messages, choose Check archive from the History menu to see what to do.`,
      )
    } catch (error) {
      logger.log('warn', 'The archive could not be checked.', { account: accountId, reason: String(error) })
    }
  }
}
