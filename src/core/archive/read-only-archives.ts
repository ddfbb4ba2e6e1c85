import type { Account } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { AccessEntry } from '#shared/contract/base/team/access-log.ts'
import { PerAccount } from '../base/per-account.ts'
import { AccessNotes } from './access-notes.ts'
import { openReadOnly } from './engine/read-only-archive.ts'
import type { Clock } from '../base/ports.ts'
import type { ReadingPort } from './port/archive-port.ts'
import type { ServerTeam } from './server/server-team.ts'
import { nameOfMailroom } from './name-of-mailroom.ts'
import { TeamPasswords } from './team-passwords.ts'

type ReadOnlyArchivesOptions = {
  readonly account: (accountId: string) => Account
  readonly folder: (accountId: string) => string
  readonly worker: (name: 'archive' | 'team-archive') => URL
  readonly clock: Clock
}

/** The archives as seen by a program that only reads. Each is opened at its first use. */
export class ReadOnlyArchives {
  readonly #options: ReadOnlyArchivesOptions
  readonly #archives: PerAccount<ReadingPort>
  readonly #teams = new WeakMap<ReadingPort, ServerTeam>()
  readonly #accessNotes: AccessNotes

  constructor(options: ReadOnlyArchivesOptions) {
    this.#options = options
    this.#archives = new PerAccount((id) => this.#open(id))
    // Failures aren’t logged, because a program that only reads has no log.
    this.#accessNotes = new AccessNotes({
      clock: options.clock,
      team: (id) => (options.account(id).teamServer === null ? null : this.#teamOf(id)),
    })
  }

  async of(accountId: string): Promise<ReadingPort> {
    const refusal = historyRefusal(this.#options.account(accountId))
    if (refusal) throw refusal
    return this.#archives.of(accountId)
  }

  noteAccess(accountId: string, entry: AccessEntry, about?: string): void {
    this.#accessNotes.add(accountId, entry, about)
  }

  async #teamOf(accountId: string): Promise<ServerTeam> {
    return this.#teams.get(await this.of(accountId))!
  }

  async #open(accountId: string): Promise<ReadingPort> {
    const { account, folder, worker, clock } = this.#options
    const { teamServer: server } = account(accountId)
    if (server === null) return openReadOnly({ folder: folder(accountId), worker: worker('archive') })
    // A program that only reads uses no keychain.
    const password = await new TeamPasswords(null).of(accountId, { server, passwordInKeychain: false })
    const { ServerArchive } = await import('./server/server-archive.ts')
    const lessee = { id: 'reader', name: nameOfMailroom() }
    const opened = await ServerArchive.open({ server, password, lessee, worker: worker('team-archive'), clock })
    this.#teams.set(opened, opened.team)
    return opened
  }

  /** If an archive cannot be closed, nothing is lost, because it was only read. */
  closeAll(): Promise<void> {
    return this.#archives.closeAll(() => undefined)
  }
}

export function historyRefusal({ storeHistory, name }: Account): AppError | null {
  if (storeHistory) return null
  return new AppError(
    'history-not-kept',
    `Mailroom keeps no history for ${name}. In Messages, you can search its messages on the service.`,
  )
}
