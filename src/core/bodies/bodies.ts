import { AppError } from '#shared/contract/base/error.ts'
import type { SentMessage } from '#shared/contract/messages.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Notices } from '../app/index.ts'
import type { Archives } from '../archive/index.ts'
import type { EventBus } from '../base/event-bus.ts'
import { PerAccount } from '../base/per-account.ts'
import type { Ports } from '../base/ports.ts'
import { AccountBodies } from './account-bodies.ts'
import { bodiesFiles } from './store/files.ts'
import type { KeptSend } from './store/kept-send.ts'
import { TeamCopies } from './team-copies.ts'

type Needs = {
  readonly ports: Pick<Ports, 'clock' | 'logger' | 'paths'>
  readonly accounts: Accounts
  readonly archives: Archives
  readonly notices: Notices
  readonly events: EventBus
}

/**
 * Copies of the messages sent from here, in one file per account, which is opened at its first use. If the account uses
 * a team archive, its copies stay here only until the team’s server has them.
 */
export class Bodies {
  readonly #needs: Needs
  readonly #bodies = new PerAccount<AccountBodies>((accountId) => this.#open(accountId))
  readonly #keeping = new Set<Promise<unknown>>()
  readonly #team: TeamCopies

  constructor(needs: Needs) {
    this.#needs = needs
    const { ports, archives, events } = needs
    this.#team = new TeamCopies({ ports, archives, use: (accountId, work) => this.#useFile(accountId, work) })
    // The event is also emitted when a server responds again.
    events.subscribe((event) => {
      if (event.name === 'archive.changed') this.#team.bring(event.payload.accountId)
    })
  }

  /** Sends teams’ servers the copies that an earlier run could not deliver. */
  start(): void {
    for (const { id } of this.#needs.accounts.list().accounts) this.#team.bring(id)
  }

  stop(): Promise<void> {
    return this.#team.stop()
  }

  /** Must be called before the message is sent. Erased recipients are left out. Resolves to false if nothing was stored. */
  async keepSent(accountId: string, sendId: string, kept: KeptSend): Promise<boolean> {
    const keeping = this.#keep(accountId, sendId, kept)
    this.#keeping.add(keeping)
    try {
      return await keeping
    } finally {
      this.#keeping.delete(keeping)
    }
  }

  /** Removes the copy of a message that was not sent after all. */
  async removeSent(accountId: string, sendId: string): Promise<void> {
    // Without a history there is nothing to remove, so nothing is opened.
    if (!this.#needs.accounts.get(accountId).storeHistory) return
    const isForServer = this.#needs.archives.isOnServer(accountId)
    await (await this.#bodies.of(accountId)).remove(sendId, isForServer)
    if (isForServer) this.#team.added(accountId)
  }

  /** The message sent to a recipient under this send id; null if there is no copy. */
  async sent(accountId: string, sendId: string, recipient: string): Promise<SentMessage | null> {
    try {
      const bodies = await this.#bodies.of(accountId)
      const found = await bodies.sent(sendId, recipient)
      if (found || !this.#needs.archives.isOnServer(accountId)) return found
      const copy = await (await this.#needs.archives.teamOf(accountId))?.sentCopy(sendId, recipient)
      return copy ? await bodies.shown(copy) : null
    } catch (error) {
      // The message’s record can be shown without its copy, so the failure is only logged.
      this.#needs.ports.logger.log('warn', 'The content of the message couldn’t be read.', {
        account: accountId,
        reason: String(error),
      })
      return null
    }
  }

  /** Removes copies of messages sent before this moment, in epoch milliseconds. */
  async prune(accountId: string, before: number): Promise<void> {
    await this.#repairing(accountId, (bodies) => bodies.prune(before))
    if (this.#needs.archives.isOnServer(accountId)) {
      await (await this.#needs.archives.teamOf(accountId))?.pruneSent(before)
    }
  }

  /**
   * Must be called once the archive has erased the person, because from then on no copies are created for them. A
   * team’s server has already removed its copies by then.
   */
  async erase(accountId: string, email: string): Promise<void> {
    // A copy that was begun before the erasure may still be in progress, and must be erased as well.
    await Promise.allSettled(this.#keeping)
    const { accounts, archives } = this.#needs
    const parts = [await this.bytesOf(accountId), await archives.bytesOf(accountId)]
    if (parts.every((bytes) => bytes === null)) return
    try {
      await this.#repairing(accountId, (bodies) => bodies.erase(email))
    } finally {
      // The file is closed here, because no later call would close it.
      if (!accounts.get(accountId).storeHistory) await this.close(accountId)
    }
  }

  /** The number of bytes on disk; null if there is nothing. Opens no file. */
  bytesOf(accountId: string): Promise<number | null> {
    return bodiesFiles.bytes(this.#needs.accounts.folder(accountId))
  }

  close(accountId: string): Promise<void> {
    return this.#bodies.close(accountId)
  }

  /** Closes the file of an account that no longer keeps history. */
  async closeFor(accountId: string, files: 'keep' | 'delete'): Promise<void> {
    await this.close(accountId)
    if (files === 'delete') await bodiesFiles.remove(this.#needs.accounts.folder(accountId))
  }

  /** Runs work that removes the account’s folder. Calls that arrive during the work wait for it. */
  async during(accountId: string, work: () => Promise<void>): Promise<void> {
    if (this.#needs.accounts.get(accountId).storeHistory) return this.#bodies.replace(accountId, work)
    await this.close(accountId)
    await work()
  }

  closeAll(): Promise<void> {
    return this.#bodies.closeAll((account, error) => {
      const reason = String(error)
      this.#needs.ports.logger.log('error', 'The copies of sent messages could not be closed properly.', {
        account,
        reason,
      })
    })
  }

  async #keep(accountId: string, sendId: string, { to, ...kept }: KeptSend): Promise<boolean> {
    const isForServer = this.#needs.archives.isOnServer(accountId)
    // A team’s server leaves out erased recipients itself, so that sending does not wait for it.
    const recipients = isForServer ? to : await this.#withoutErased(accountId, to)
    if (recipients.length === 0) return false
    const send = { ...kept, to: recipients }
    const isKept = await this.#repairing(accountId, (bodies) => bodies.keep(sendId, send, isForServer))
    if (isForServer) this.#team.added(accountId)
    return isKept
  }

  async #withoutErased(accountId: string, to: KeptSend['to']): Promise<KeptSend['to']> {
    const archive = await this.#needs.archives.of(accountId)
    const erased = new Set(await archive.erasedAmong(to.map(({ address }) => address)))
    return to.filter(({ address }) => !erased.has(address))
  }

  /**
   * Opens no file for an account that has sent nothing. The account may be removed or leave its team in the meantime.
   */
  async #useFile<T>(accountId: string, work: (bodies: AccountBodies) => Promise<T>): Promise<T | null> {
    const { accounts } = this.#needs
    if (accounts.teamServers.find(accountId) === null || !accounts.get(accountId).storeHistory) return null
    if ((await this.bytesOf(accountId)) === null) return null
    return this.#repairing(accountId, work)
  }

  /** If a file turns out to be damaged, it is replaced with a new file and the work is repeated. */
  async #repairing<T>(accountId: string, work: (bodies: AccountBodies) => Promise<T>): Promise<T> {
    try {
      return await work(await this.#bodies.of(accountId))
    } catch (error) {
      if (!isDamage(error)) throw error
      await this.#bodies.replace(accountId, () => this.#setAside(accountId))
      return work(await this.#bodies.of(accountId))
    }
  }

  async #open(accountId: string): Promise<AccountBodies> {
    try {
      return await this.#opened(accountId)
    } catch (error) {
      if (!isDamage(error)) throw error
      await this.#setAside(accountId)
      return this.#opened(accountId)
    }
  }

  #opened(accountId: string): Promise<AccountBodies> {
    const { accounts, ports } = this.#needs
    return AccountBodies.open({
      folder: accounts.folder(accountId),
      worker: ports.paths.worker('bodies'),
      onMoveFailure: (error) => {
        const text = 'Copies of sent messages could not be moved out of the archive yet.'
        ports.logger.log('warn', text, { account: accountId, reason: String(error) })
      },
    })
  }

  async #setAside(accountId: string): Promise<void> {
    const { accounts, notices, ports } = this.#needs
    const keptAs = await bodiesFiles.moveAside(bodiesFiles.pathIn(accounts.folder(accountId)), ports.clock.now())
    ports.logger.log('error', 'The copies of sent messages are damaged and were set aside.', { keptAs })
    const { name } = accounts.get(accountId)
    notices.add(
      `bodies-${accountId}`,
      `The copies of messages sent from ${name} were damaged. The damaged file was kept in the data folder, and new copies go to a new file.`,
    )
  }
}

function isDamage(error: unknown): boolean {
  return AppError.from(error).code === 'bodies-damaged'
}
