import { AppError } from '#shared/contract/base/error.ts'
import type { TeamServer } from '#shared/contract/base/team/team-server.ts'
import type { Account } from '#shared/contract/accounts.ts'
import type { FoundArchive } from '#shared/contract/team.ts'
import { english, plural } from '#shared/domain/base/plural.ts'
import type { Accounts } from '../accounts/index.ts'
import { loadAdministration, withoutErased, type Archives } from '../archive/index.ts'
import type { Jobs, JobWork } from '../jobs/index.ts'
import type { Syncs } from '../sync/index.ts'
import { belongsTo } from './belongs.ts'
import { notJoined, notOnServer, requireSharable } from './refusals.ts'

export type TeamNeeds = {
  readonly accounts: Accounts
  readonly archives: Archives
  readonly syncs: Syncs
  readonly jobs: Jobs
}

type Login = {
  readonly server: TeamServer
  /** If undefined, the stored password is used. */
  readonly password?: string | undefined
}
type Kept = Login & { readonly keep: 'keychain' | 'this-run' }

/** Lets accounts join a team archive, move their archive to a team’s server, and bring it back. */
export class Team {
  readonly #needs: TeamNeeds

  constructor(needs: TeamNeeds) {
    this.#needs = needs
  }

  async test(accountId: string, login: Login, signal: AbortSignal): Promise<FoundArchive> {
    requireSharable(this.#needs.accounts.get(accountId))
    return this.#inspect(accountId, login, signal)
  }

  async join(accountId: string, login: Kept, signal: AbortSignal): Promise<Account> {
    requireSharable(this.#needs.accounts.get(accountId))
    const { account, role } = await this.#inspectOwn(accountId, login, signal)
    await this.#withPassword(accountId, login, async () => {
      const isNew = account === null && role !== 'reader'
      // Another account may have joined the same new archive a moment ago, so the archive is inspected again.
      if (isNew && !(await this.#claim(accountId, login))) await this.#inspectOwn(accountId, login, signal)
      await this.#use(accountId, login)
    })
    return this.#needs.accounts.get(accountId)
  }

  /** Returns the job’s id. */
  async move(accountId: string, login: Kept): Promise<string> {
    const { accounts, archives, jobs } = this.#needs
    const { name } = accounts.get(accountId)
    requireSharable(accounts.get(accountId))
    if (archives.isOnServer(accountId)) {
      throw new AppError(
        'conflict',
        `${name} already uses a team archive. Switch the account to a file on this computer first.`,
      )
    }
    const { server } = login
    const password = await this.#passwordFor(accountId, login)
    // The server is remembered first, so that an interrupted move can be continued from the same form.
    await accounts.teamServers.remember(accountId, server)
    const work: JobWork = async (context) => {
      const { messages } = await archives.moves.whileMovingUp(accountId, () =>
        this.#held(accountId, () =>
          // Storing the password comes first, because the user may have to confirm it or be unable to store it.
          this.#withPassword(accountId, login, async () => {
            const done = await archives.moves.up(accountId, { server, password }, context)
            await this.#use(accountId, login)
            return done
          }),
        ),
      )
      const moved = plural(english, messages, 'message')
      return { text: `${moved} moved. ${name} now uses the team archive at ${server.host}.`, fileToken: null }
    }
    return jobs.start({ kind: 'archive', accountId, title: `Move the ${name} archive to ${server.host}`, work })
  }

  /** Returns the job’s id. */
  bringBack(accountId: string): string {
    const { accounts, archives, jobs } = this.#needs
    const { name } = accounts.get(accountId)
    const place = accounts.teamServers.of(accountId)
    if (place === null) throw notOnServer(name)
    const work: JobWork = async (context) => {
      const { messages, keepsErasedOut } = await archives.moves.whileCopying(accountId, async () => {
        const done = await archives.moves.down(accountId, place.server, context)
        const entry = { kind: 'exported', messages: done.messages } as const
        // The copy is logged before the archive is closed. If logging fails, the copy is still kept.
        await (await archives.teamOf(accountId))?.logAccess(entry).catch(() => false)
        await this.#leave(accountId, () => archives.moves.useCopy(accountId))
        return done
      })
      const copied = plural(english, messages, 'message')
      const text = `${copied} copied. ${name} uses a file on this computer again.`
      return { text: keepsErasedOut ? text : `${text} ${withoutErased}`, fileToken: null }
    }
    return jobs.start({ kind: 'archive', accountId, title: `Copy the team archive of ${name} to this computer`, work })
  }

  async leave(accountId: string): Promise<Account> {
    const { accounts } = this.#needs
    if (accounts.teamServers.of(accountId) !== null) await this.#leave(accountId, () => Promise.resolve())
    return accounts.get(accountId)
  }

  /** Runs the work while no sync may write to the archive. */
  async #held<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    const sync = await this.#needs.syncs.of(accountId)
    const release = await sync.hold()
    try {
      return await work()
    } finally {
      release()
    }
  }

  /** Stores the password, and restores the earlier one if the work fails. */
  async #withPassword<T>(accountId: string, { server, password, keep }: Kept, work: () => Promise<T>): Promise<T> {
    const { passwords } = this.#needs.archives.team
    const restore = password === undefined ? null : await passwords.set(accountId, server, { password, keep })
    try {
      return await work()
    } catch (thrown) {
      // Failing here would hide the reason.
      await restore?.().catch(() => undefined)
      throw thrown
    }
  }

  async #use(accountId: string, { server, password, keep }: Kept): Promise<void> {
    const { accounts, archives, syncs } = this.#needs
    const before = accounts.teamServers.of(accountId)
    const passwordInKeychain = password === undefined ? before?.passwordInKeychain === true : keep === 'keychain'
    await syncs
      .exchangeArchive(accountId, () => accounts.teamServers.set(accountId, { server, passwordInKeychain }))
      .catch(async (thrown: unknown) => {
        // The server responded a moment ago, but now fails. The account keeps its previous archive; the new one may be
        // open already.
        await archives.exchange(accountId, () => accounts.teamServers.set(accountId, before))
        throw thrown
      })
  }

  async #leave(accountId: string, work: () => Promise<void>): Promise<void> {
    const { accounts, archives, syncs } = this.#needs
    await syncs.exchangeArchive(accountId, async () => {
      await work()
      await accounts.teamServers.set(accountId, null)
    })
    await archives.team.passwords.remove(accountId)
  }

  /** Refuses an archive that contains the messages of another account. */
  async #inspectOwn(accountId: string, login: Login, signal: AbortSignal): Promise<FoundArchive> {
    const found = await this.#inspect(accountId, login, signal)
    const refusal = notJoined(found, login.server)
    if (refusal) throw refusal
    return found
  }

  async #claim(accountId: string, login: Login): Promise<boolean> {
    const { accounts, archives } = this.#needs
    const { user } = accounts.get(accountId)
    const password = await this.#passwordFor(accountId, login)
    return archives.team.claim({ server: login.server, password }, { service: accounts.serviceOf(accountId), user })
  }

  async #inspect(accountId: string, login: Login, signal: AbortSignal): Promise<FoundArchive> {
    const { accounts } = this.#needs
    const password = await this.#passwordFor(accountId, login)
    const startedAt = performance.now()
    const { inspectArchive } = await loadAdministration()
    const { newestId, ...found } = await inspectArchive({ server: login.server, password })
    const milliseconds = Math.round(performance.now() - startedAt)
    const { statistics } = accounts.client(accountId)
    const { user } = accounts.get(accountId)
    const service = accounts.serviceOf(accountId)
    const belongs = await belongsTo({ ...found, newestId }, { service, user, statistics, signal })
    return { ...found, belongs, milliseconds }
  }

  #passwordFor(accountId: string, { server, password }: Login): Promise<string> {
    if (password !== undefined) return Promise.resolve(password)
    return this.#needs.archives.team.passwordOf(accountId, server)
  }
}
