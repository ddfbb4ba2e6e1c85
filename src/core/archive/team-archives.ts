import { randomUUID } from 'node:crypto'
import { AppError } from '#shared/contract/base/error.ts'
import type { TeamServer } from '#shared/contract/base/team/team-server.ts'
import type { LeaseState } from '#shared/contract/team.ts'
import type { Accounts } from '../accounts/index.ts'
import type { EventBus } from '../base/event-bus.ts'
import type { Ports } from '../base/ports.ts'
import { Throttle } from '../jobs/index.ts'
import type { ArchivePort } from './port/archive-port.ts'
import type { Lessee } from './port/team-port.ts'
import type { ArchiveAccount } from './server/administration/inspect-archive.ts'
import type { ServerArchiveOptions } from './server/open-server-thread.ts'
import type { ServerArchive } from './server/server-archive.ts'
import type { ServerTeam } from './server/server-team.ts'
import { nameOfMailroom } from './name-of-mailroom.ts'
import { TeamPasswords } from './team-passwords.ts'

type TeamArchivesOptions = {
  readonly ports: Pick<Ports, 'clock' | 'logger' | 'paths' | 'secrets'>
  readonly accounts: Accounts
  readonly events: EventBus
}

type Rights = { readonly readOnly: boolean; readonly isOwner: boolean }

/** The turn to sync a team archive, held by one Mailroom at a time. */
export type SyncTurn = {
  /** Takes the turn unless another Mailroom has it. */
  take(): Promise<LeaseState & Rights>
  release(): Promise<void>
  /** Asks the server which Mailroom has the turn. */
  state(): Promise<LeaseState>
  /**
   * Calls the listener when the turn becomes free or the server responds again. Returns a function that stops
   * listening.
   */
  onFree(listener: () => void): () => void
}

/**
 * How many milliseconds running work may still take once the app begins to close. Without a limit, a silent server
 * would keep the app open.
 */
const closingPatience = 10_000

/** How many milliseconds pass before a server that did not respond is tried again. */
const triedAgainAfter = 5000

/** Opens archives on teams’ servers, and emits events for changes made by others. */
export class TeamArchives {
  readonly passwords: TeamPasswords
  readonly #options: TeamArchivesOptions
  /** The lessee’s id is unique to each start of the program. */
  readonly #lessee: Lessee = { id: randomUUID(), name: nameOfMailroom() }
  readonly #waiting = new Map<string, { cancel(): void }>()
  /** Accounts whose server did not respond when it was last tried. */
  readonly #away = new Set<string>()
  readonly #opened = new Map<string, ServerArchive>()
  #closing: { cancel(): void } | null = null
  readonly #turns = new WeakMap<ArchivePort, SyncTurn>()
  readonly #teams = new WeakMap<ArchivePort, ServerTeam>()

  constructor(options: TeamArchivesOptions) {
    this.#options = options
    this.passwords = new TeamPasswords(options.ports.secrets)
  }

  passwordOf(accountId: string, server: TeamServer): Promise<string> {
    const passwordInKeychain = this.#options.accounts.teamServers.of(accountId)?.passwordInKeychain ?? false
    return this.passwords.of(accountId, { server, passwordInKeychain })
  }

  optionsFor(login: { readonly server: TeamServer; readonly password: string }): ServerArchiveOptions {
    const { clock, paths } = this.#options.ports
    return { ...login, lessee: this.#lessee, worker: paths.worker('team-archive'), clock }
  }

  /** Marks an archive as this account’s. Returns false if it is already marked. */
  async claim(login: Parameters<TeamArchives['optionsFor']>[0], account: ArchiveAccount): Promise<boolean> {
    const { ServerArchive } = await import('./server/server-archive.ts')
    const archive = await ServerArchive.open(this.optionsFor(login))
    try {
      return await archive.changeSetting('account', account, { service: null, user: null })
    } finally {
      await archive.close()
    }
  }

  /** `again` is called repeatedly until the server responds. */
  async open(accountId: string, server: TeamServer, again: () => Promise<unknown>): Promise<ServerArchive> {
    this.forget(accountId)
    const password = await this.passwordOf(accountId, server)
    const { ServerArchive } = await import('./server/server-archive.ts')
    try {
      const opened = await ServerArchive.open(this.optionsFor({ server, password }))
      await this.#requireSameService(accountId, opened).catch(async (thrown: unknown) => {
        await opened.close()
        throw thrown
      })
      this.#opened.set(accountId, opened)
      this.#follow(accountId, opened)
      // After any successful attempt, pages that show the failure load again.
      if (this.#away.delete(accountId)) this.#emitChange(accountId)
      return opened
    } catch (thrown) {
      const error = AppError.from(thrown)
      if (error.retryable) {
        this.#away.add(accountId)
        this.#tryLater(accountId, again)
      }
      throw error
    }
  }

  /** Null for an archive that only this Mailroom syncs. */
  turnOf(archive: ArchivePort): SyncTurn | null {
    return this.#turns.get(archive) ?? null
  }

  /** The features that only a team archive has; null for a file. */
  teamOf(archive: ArchivePort): ServerTeam | null {
    return this.#teams.get(archive) ?? null
  }

  /** Stops trying to reach the account’s server. */
  forget(accountId: string): void {
    this.#waiting.get(accountId)?.cancel()
    this.#waiting.delete(accountId)
  }

  forgetAll(): void {
    this.#closing?.cancel()
    for (const accountId of this.#waiting.keys()) this.forget(accountId)
  }

  /**
   * The rooms that use the archives wait until their work ends. Closing the archives after ten seconds makes that work
   * fail, but loses nothing.
   */
  beginClosing(): void {
    this.#closing = this.#options.ports.clock.after(closingPatience, () => {
      for (const archive of this.#opened.values()) void archive.close()
    })
  }

  /** Refuses the archive if the account’s service has changed since the account joined the archive. */
  async #requireSameService(accountId: string, opened: ServerArchive): Promise<void> {
    const account = await opened.setting<ArchiveAccount>('account')
    if (account === null || account.service === this.#options.accounts.serviceOf(accountId)) return
    throw new AppError(
      'archive-of-another-account',
      `This team archive contains the messages of ${account.user} at ${account.service}. To keep the two apart, choose another archive for this account.`,
    )
  }

  #follow(accountId: string, archive: ServerArchive): void {
    const listeners = new Set<() => void>()
    let isOwner: boolean | undefined
    const changed = new Throttle(this.#options.ports.clock, 1000, () => this.#emitChange(accountId))
    archive.onChange((changes) => {
      if (changes.includes('records')) changed.call()
      if (changes.includes('lease')) for (const listener of listeners) listener()
    })
    this.#teams.set(archive, archive.team)
    this.#turns.set(archive, {
      take: async () => {
        const turn = await takeTurn(archive)
        isOwner ??= await archive.team.isOwner()
        return { ...turn, isOwner }
      },
      release: () => archive.releaseLease(),
      state: () => archive.lease(),
      onFree(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    })
  }

  #tryLater(accountId: string, again: () => Promise<unknown>): void {
    const attempt = this.#options.ports.clock.after(triedAgainAfter, () => {
      this.#waiting.delete(accountId)
      // A failed attempt has already scheduled the next one.
      again().catch(() => undefined)
    })
    this.#waiting.set(accountId, attempt)
  }

  #emitChange(accountId: string): void {
    this.#options.events.emit({ name: 'archive.changed', payload: { accountId } })
  }
}

/** Takes the turn. Without the right to write, a Mailroom can only find out which Mailroom syncs. */
async function takeTurn(archive: ServerArchive): Promise<LeaseState & Pick<Rights, 'readOnly'>> {
  try {
    return { ...(await archive.takeLease()), readOnly: false }
  } catch (thrown) {
    if (AppError.from(thrown).code !== 'archive-read-only') throw thrown
    return { ...(await archive.lease()), mine: false, readOnly: true }
  }
}
