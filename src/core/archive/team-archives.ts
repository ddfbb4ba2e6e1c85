import { randomUUID } from 'node:crypto'
import { hostname, userInfo } from 'node:os'
import { AppError } from '#shared/contract/base/error.ts'
import type { TeamServer } from '#shared/contract/base/team-server.ts'
import type { LeaseState } from '#shared/contract/team.ts'
import type { Accounts } from '../accounts/index.ts'
import type { EventBus } from '../base/event-bus.ts'
import type { Ports } from '../base/ports.ts'
import { Throttle } from '../jobs/index.ts'
import type { ArchivePort } from './port/archive-port.ts'
import type { Lessee } from './port/team-port.ts'
import type { TeamSends } from './port/team-sends.ts'
import type { ArchiveAccount } from './server/administration/inspect-archive.ts'
import type { ServerArchive } from './server/server-archive.ts'
import { TeamPasswords } from './team-passwords.ts'

type TeamArchivesOptions = {
  readonly ports: Pick<Ports, 'clock' | 'logger' | 'paths' | 'secrets'>
  readonly accounts: Accounts
  readonly events: EventBus
}

/** The turn to sync a team’s archive, which one Mailroom at a time has. */
export type SyncTurn = {
  /** Takes it unless another Mailroom has it. */
  take(): Promise<LeaseState & { readonly readOnly: boolean }>
  release(): Promise<void>
  /** Calls the listener when the turn has become free, or the server responds again. Returns a function that ends it. */
  onFree(listener: () => void): () => void
}

/** How long a server that does not respond is left alone. */
const triedAgainAfter = 5000

/** Archives on teams’ servers: opens them, and tells what others have changed there. */
export class TeamArchives {
  readonly passwords: TeamPasswords
  readonly #options: TeamArchivesOptions
  /** Different for every start of the program. */
  readonly #lessee: Lessee = { id: randomUUID(), name: `${userInfo().username}’s Mailroom on ${hostname()}` }
  readonly #waiting = new Map<string, { cancel(): void }>()
  readonly #turns = new WeakMap<ArchivePort, SyncTurn>()
  readonly #sends = new WeakMap<ArchivePort, TeamSends>()

  constructor(options: TeamArchivesOptions) {
    this.#options = options
    this.passwords = new TeamPasswords(options.ports.secrets)
  }

  /** `again` is called until the server responds. */
  async open(accountId: string, server: TeamServer, again: () => Promise<unknown>): Promise<ServerArchive> {
    this.forget(accountId)
    const { accounts, ports } = this.#options
    const passwordInKeychain = accounts.teamServers.of(accountId)?.passwordInKeychain ?? false
    const password = await this.passwords.of(accountId, { server, passwordInKeychain })
    const { ServerArchive } = await import('./server/server-archive.ts')
    const worker = ports.paths.worker('team-archive')
    try {
      const opened = await ServerArchive.open({ server, password, lessee: this.#lessee, worker, clock: ports.clock })
      await this.#requireSameService(accountId, opened)
      this.#follow(accountId, opened)
      return opened
    } catch (thrown) {
      const error = AppError.from(thrown)
      if (error.retryable) this.#tryLater(accountId, again)
      throw error
    }
  }

  /** Null for an archive that only this Mailroom syncs. */
  turnOf(archive: ArchivePort): SyncTurn | null {
    return this.#turns.get(archive) ?? null
  }

  /** Null for an archive on this computer. */
  sendsOf(archive: ArchivePort): TeamSends | null {
    return this.#sends.get(archive) ?? null
  }

  /** No longer tries to reach the account’s server. */
  forget(accountId: string): void {
    this.#waiting.get(accountId)?.cancel()
    this.#waiting.delete(accountId)
  }

  forgetAll(): void {
    for (const accountId of this.#waiting.keys()) this.forget(accountId)
  }

  /** The account may have been given another service since it joined. */
  async #requireSameService(accountId: string, opened: ServerArchive): Promise<void> {
    const account = await opened.setting<ArchiveAccount>('account')
    if (account === null || account.service === this.#options.accounts.serviceOf(accountId)) return
    await opened.close()
    throw new AppError(
      'archive-of-another-account',
      `This team archive has the messages of ${account.user} at ${account.service}. Choose another archive in Accounts, so that nothing is mixed.`,
    )
  }

  #follow(accountId: string, archive: ServerArchive): void {
    const listeners = new Set<() => void>()
    const changed = new Throttle(this.#options.ports.clock, 1000, () => this.#emitChange(accountId))
    archive.onChange((changes) => {
      if (changes.includes('records')) changed.call()
      if (changes.includes('lease')) for (const listener of listeners) listener()
    })
    this.#sends.set(archive, archive.team)
    this.#turns.set(archive, {
      take: () => takeTurn(archive),
      release: () => archive.releaseLease(),
      onFree(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    })
  }

  #tryLater(accountId: string, again: () => Promise<unknown>): void {
    const attempt = this.#options.ports.clock.after(triedAgainAfter, () => {
      this.#waiting.delete(accountId)
      // A failure has planned the next attempt.
      again().then(
        () => this.#emitChange(accountId),
        () => undefined,
      )
    })
    this.#waiting.set(accountId, attempt)
  }

  #emitChange(accountId: string): void {
    this.#options.events.emit({ name: 'archive.changed', payload: { accountId } })
  }
}

/** Who may only read learns who syncs, and never syncs. */
async function takeTurn(archive: ServerArchive): Promise<LeaseState & { readonly readOnly: boolean }> {
  try {
    return { ...(await archive.takeLease()), readOnly: false }
  } catch (thrown) {
    if (AppError.from(thrown).code !== 'archive-read-only') throw thrown
    return { ...(await archive.lease()), mine: false, readOnly: true }
  }
}
