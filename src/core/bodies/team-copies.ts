import { AppError } from '#shared/contract/base/error.ts'
import type { Archives, TeamSends } from '../archive/index.ts'
import type { Ports } from '../base/ports.ts'
import { sleep } from '../base/sleep.ts'
import type { AccountBodies } from './account-bodies.ts'

type Needs = {
  readonly ports: Pick<Ports, 'clock' | 'logger'>
  readonly archives: Archives
  /** Null if the account uses no team archive, or keeps nothing on this computer. */
  readonly use: <T>(accountId: string, work: (bodies: AccountBodies) => Promise<T>) => Promise<T | null>
}

/** How long closing the program waits for copies in transit. */
const mostMilliseconds = 3000

/**
 * The pause before a server that did not respond is tried again. After a short outage, no event reports that the server
 * is back.
 */
const triedAgainAfter = 5000

const everything = Number.MAX_SAFE_INTEGER

/**
 * Moves copies to the team’s server. A send is first written to the file on this computer, so that sending never waits
 * for the server. The file lists the changes for the server, which are made in order and one at a time, so that only
 * one send is in memory. If the program ends in between, the last change is repeated, and the server ignores a send
 * that it already has.
 *
 * A copy is removed from this computer once it has arrived, because a colleague’s erasure could not reach it here.
 */
export class TeamCopies {
  readonly #needs: Needs
  readonly #running = new Map<string, Promise<void>>()
  readonly #again = new Set<string>()
  readonly #later = new Map<string, { cancel(): void }>()
  /** Accounts with no queued changes, so that archive events cost nothing for them. */
  readonly #empty = new Set<string>()
  /** The last id that an archive refused. Changes up to this id stay here until the archive is opened again. */
  readonly #refused = new WeakMap<TeamSends, number>()
  /**
   * For an archive of version 1, which stores no copies: the last id from which erased people have been removed here.
   */
  readonly #examined = new WeakMap<TeamSends, number>()
  #isStopped = false

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Called when a change for the server was added to the file. */
  added(accountId: string): void {
    this.#empty.delete(accountId)
    this.bring(accountId)
  }

  /** Also called when the server may respond again. */
  bring(accountId: string): void {
    if (this.#isStopped || this.#empty.has(accountId)) return
    this.#later.get(accountId)?.cancel()
    if (this.#running.has(accountId)) {
      this.#again.add(accountId)
      return
    }
    const running = this.#bringAll(accountId).finally(() => {
      this.#running.delete(accountId)
      if (this.#again.delete(accountId)) this.bring(accountId)
    })
    this.#running.set(accountId, running)
  }

  /** Copies of messages sent just before the program ends are still delivered if the server responds. */
  async stop(): Promise<void> {
    const isDone = new AbortController()
    const all = Promise.all(this.#running.values()).finally(() => isDone.abort())
    await Promise.race([all, sleep(this.#needs.ports.clock, mostMilliseconds, isDone.signal)])
    this.#isStopped = true
    for (const attempt of this.#later.values()) attempt.cancel()
  }

  async #bringAll(accountId: string): Promise<void> {
    // Any change added from here on removes the account from this set again.
    this.#empty.add(accountId)
    const isAll = await this.#needs
      .use(accountId, (bodies) => this.#bringFrom(accountId, bodies))
      .catch((thrown: unknown) => {
        const error = AppError.from(thrown)
        if (error.retryable) this.#tryLater(accountId)
        else this.#warn('Copies of sent messages stay on this computer.', accountId, error)
        return false
      })
    if (isAll !== true) this.#empty.delete(accountId)
  }

  /** Returns true if no change is left. */
  async #bringFrom(accountId: string, bodies: AccountBodies): Promise<boolean> {
    if (!(await bodies.hasForServer(0))) return true
    const team = await this.#needs.archives.teamOf(accountId)
    if (team === null) return false
    if (await bodies.hasForServer(this.#refused.get(team) ?? 0)) {
      try {
        if ((await team.missing()) === null) await this.#bringEach({ accountId, bodies, team })
        else await this.#leaveOutErased({ accountId, bodies, team })
      } catch (error) {
        if (AppError.from(error).code !== 'archive-read-only') throw error
        // A user who may only read keeps the copies here. The server does not show such users which people were erased.
        this.#refused.set(team, everything)
      }
    }
    return !(await bodies.hasForServer(0))
  }

  async #bringEach({ accountId, bodies, team }: Places): Promise<void> {
    while (!this.#isStopped) {
      const next = await bodies.nextForServer(this.#refused.get(team) ?? 0)
      if (next === null) break
      try {
        if (next.kept) await team.keepSent(next.sendId, next.kept)
        else await team.removeSent(next.sendId)
        await bodies.arrived(next.id)
      } catch (error) {
        if (AppError.from(error).code !== 'archive-server-failed') throw error
        // A copy that the server can’t store must not hold back the others.
        this.#warn('The copy of a sent message stays on this computer.', accountId, error)
        this.#refused.set(team, next.id)
      }
    }
    await bodies.afterArrivals()
  }

  /**
   * An archive of version 1 stores no copies, but knows which people were erased. Every copy is examined once after the
   * archive was opened.
   */
  async #leaveOutErased({ accountId, bodies, team }: Places): Promise<void> {
    const archive = await this.#needs.archives.of(accountId)
    while (!this.#isStopped) {
      const next = await bodies.nextForServer(this.#examined.get(team) ?? 0)
      if (next === null) return
      const addresses = next.kept?.to.map(({ address }) => address) ?? []
      for (const email of await archive.erasedAmong(addresses)) await bodies.erase(email)
      this.#examined.set(team, next.id)
    }
  }

  #tryLater(accountId: string): void {
    if (this.#isStopped) return
    this.#later.set(
      accountId,
      this.#needs.ports.clock.after(triedAgainAfter, () => this.bring(accountId)),
    )
  }

  #warn(text: string, account: string, error: unknown): void {
    this.#needs.ports.logger.log('warn', text, { account, reason: String(error) })
  }
}

type Places = { readonly accountId: string; readonly bodies: AccountBodies; readonly team: TeamSends }
