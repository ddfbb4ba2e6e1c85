import { rm } from 'node:fs/promises'
import { AppError } from '#shared/contract/base/error.ts'
import { archiveBytes, removeArchive } from './engine/file/archive-files.ts'
import { Archive } from './engine/archive.ts'
import { closingError } from '../base/closing.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Notices } from '../app/index.ts'
import type { Ports } from '../base/ports.ts'
import type { SyncOptions } from '../sync/options.ts'

type ArchivesOptions = {
  readonly ports: Ports
  readonly accounts: Accounts
  readonly notices: Notices
}

/** One archive per account, opened at its first use: an account nobody looks at costs no threads. */
export class Archives {
  readonly #options: ArchivesOptions
  readonly #open = new Map<string, Promise<Archive>>()
  #closed = false

  constructor(options: ArchivesOptions) {
    this.#options = options
  }

  of(accountId: string): Promise<Archive> {
    const refusal = this.#refusal(accountId)
    if (refusal) return Promise.reject(refusal)
    return this.#open.get(accountId) ?? this.#keep(accountId, this.#openOne(accountId))
  }

  /** For work that begins later: whoever asks for it hears the refusal at once. */
  mustKeep(accountId: string): void {
    const refusal = this.#refusal(accountId)
    if (refusal) throw refusal
  }

  /** Before the account's folder is removed. */
  async release(accountId: string): Promise<void> {
    const archive = this.#open.get(accountId)
    this.#open.delete(accountId)
    await (await archive?.catch(() => undefined))?.close()
  }

  /** Bytes on the disk, null where there is no archive; one that may not be opened is only looked at. */
  bytesOf(accountId: string): Promise<number | null> {
    return archiveBytes(this.#options.accounts.folder(accountId))
  }

  /** History is no longer kept: the file is closed, and deleted where that was chosen. */
  async letGo(accountId: string, choice: 'keep' | 'delete'): Promise<void> {
    await this.release(accountId)
    if (choice === 'delete') await removeArchive(this.#options.accounts.folder(accountId))
  }

  /**
   * Before history is kept again: how far back to read is a new decision, even where the old file is still here. Answers
   * how to take that back, for nobody may sync by the old decision while the account is changed.
   */
  async forgetChoice(accountId: string): Promise<() => Promise<void>> {
    if ((await this.bytesOf(accountId)) === null) return () => Promise.resolve()
    const before = await this.#changeSync(accountId, (options) => ({ ...options, from: null }))
    return async () => void (await this.#changeSync(accountId, () => before))
  }

  /** Forgets everything of an account, so that a sync begins anew. */
  async discard(accountId: string): Promise<void> {
    const before = this.#open.get(accountId)
    const empty = async (): Promise<void> => {
      await (await before?.catch(() => undefined))?.close()
      await rm(this.#options.accounts.folder(accountId), { recursive: true, force: true })
    }
    if (this.#refusal(accountId)) {
      this.#open.delete(accountId)
      return empty()
    }
    // Whoever asks meanwhile waits for the new one: an archive opened in between would lose its file.
    await this.#keep(
      accountId,
      empty().then(() => this.#openOne(accountId)),
    )
  }

  /** For good: a page that still asks would open a file that nobody closes. */
  async close(): Promise<void> {
    this.#closed = true
    const { logger } = this.#options.ports
    const close = (accountId: string) =>
      this.release(accountId).catch((error: unknown) => {
        // On a full disk, say: what else has to be closed and written is closed and written all the same.
        logger.log('error', 'An archive could not be closed in good order.', {
          account: accountId,
          reason: String(error),
        })
      })
    await Promise.all([...this.#open.keys()].map(close))
  }

  /** Of an archive that may not be opened for anything else. Answers the options before. */
  async #changeSync(
    accountId: string,
    change: (options: Partial<SyncOptions> | undefined) => Partial<SyncOptions> | undefined,
  ): Promise<Partial<SyncOptions> | undefined> {
    const archive = await this.#openOne(accountId)
    try {
      const before = (await archive.setting<Partial<SyncOptions>>('sync')) ?? undefined
      await archive.setSetting('sync', change(before) ?? null)
      return before
    } finally {
      await archive.close()
    }
  }

  #keep(accountId: string, archive: Promise<Archive>): Promise<Archive> {
    this.#open.set(accountId, archive)
    // A failed try is not kept: a full disk may have room the next time. What took its place meanwhile stays.
    archive.catch(() => this.#open.get(accountId) === archive && this.#open.delete(accountId))
    return archive
  }

  #refusal(accountId: string): AppError | null {
    const { storeHistory, name } = this.#options.accounts.get(accountId)
    if (storeHistory) return null
    return new AppError(
      'history-not-kept',
      `Mailroom keeps no history of ${name}. Its messages are searched at the service itself, under Messages.`,
    )
  }

  async #openOne(accountId: string): Promise<Archive> {
    if (this.#closed) throw closingError()
    const { ports, accounts, notices } = this.#options
    const { name } = accounts.get(accountId)
    const { clock, logger, paths } = ports
    const folder = accounts.folder(accountId)
    const archive = await Archive.open({ folder, worker: paths.worker('archive'), clock, logger })
    if (archive.damagedFile) {
      notices.add(
        `archive-${accountId}`,
        `The archive of ${name} was damaged. It was kept aside in the data folder, and a sync fills a new one.`,
      )
    } else if (archive.uncleanStop) {
      logger.log('warn', 'The archive was not closed at the last stop; it is being checked.', { account: accountId })
      void this.#check(archive, accountId, name)
    }
    return archive
  }

  /** After a stop by force. In the background, and silent unless something is wrong. */
  async #check(archive: Archive, accountId: string, name: string): Promise<void> {
    const { logger } = this.#options.ports
    try {
      const damage = await archive.checkIntegrity()
      if (damage.kind === 'none') return
      logger.log('error', 'The archive has damage.', { account: accountId, findings: damage.findings })
      this.#options.notices.add(
        `archive-${accountId}`,
        `The archive of ${name} has damage after an unclean stop. Overview can rebuild its index.`,
      )
    } catch (error) {
      logger.log('warn', 'The archive could not be checked.', { account: accountId, reason: String(error) })
    }
  }
}
