import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { AppError } from '#shared/contract/base/error.ts'
import type { Schedule } from '#shared/contract/schedules.ts'
import type { Ports } from '../base/ports.ts'
import { formatsOf, type Settings } from '../settings/index.ts'
import { FailureNotices, type NoticeNeeds } from './failure-notices.ts'
import { nextRun } from './next-run.ts'
import { interruptedByStop, readStored, type Choice, type Plan } from './plan.ts'
import { isDue, ScheduledRuns, type AsRun } from './scheduled-runs.ts'
import { ScheduleStore, type StoreNeeds } from './schedule-store.ts'
import type { TeamRole } from './team-runs.ts'
import { TeamShelf } from './team-shelf.ts'

export type ScheduleNeeds = StoreNeeds &
  NoticeNeeds & {
    /** Null if this Mailroom can’t change the team’s archive, or nobody syncs it at present. */
    readonly roleInTeam: (accountId: string) => Promise<TeamRole | null>
    readonly ports: Pick<Ports, 'capabilities' | 'logger'>
    readonly files: { find(token: string): { readonly path: string } }
    readonly settings: Settings
  }

type Stored<Wanted, Own> = Wanted & Own & Plan

type Where = {
  /** Null for a new schedule. */
  readonly id: string | null
  /** A token; null for the schedule’s current folder. */
  readonly folder: string | null
  readonly isShared: boolean
}

export type RunTools<One> = {
  readonly asRun: AsRun
  /** The schedule as it is when its run gets its turn; undefined if it was removed. */
  readonly find: (id: string) => One | undefined
  readonly change: (id: string, change: (before: One) => One) => Promise<One>
}

/** How schedules of one kind are checked, run and shown. Registered by the room whose work they do. */
export type KindRules<Wanted extends Choice, Own extends object, Shown extends Schedule> = {
  readonly kind: Wanted['kind']
  readonly stored: z.ZodType<Stored<Wanted, Own>>
  /** Field names used in files written by earlier versions. */
  readonly earlier: Readonly<Record<string, string>>
  readonly own: Own
  readonly words: Readonly<Record<'notOffered' | 'noFolder' | 'isRunning' | 'interrupted', string>>
  /** For notifications: the schedule’s output, and the id of the palette action that opens it. */
  readonly notice: { readonly what: (schedule: Stored<Wanted, Own>) => string; readonly view: string }
  /** Why a schedule cannot be shared with a team; null if it can. */
  readonly notShared: (wanted: Wanted) => string | null
  /** Throws if any choice is invalid. */
  readonly check: (wanted: Wanted, zone: string) => void
  /** The folder path for a new schedule without a folder. */
  readonly lastFolder: (accountId: string) => string | null
  /** Starts a run’s job; returns the job’s id. */
  readonly start: (schedule: Stored<Wanted, Own>, tools: RunTools<Stored<Wanted, Own>>) => string | Promise<string>
  readonly shown: (schedule: Stored<Wanted, Own>) => Shown
  /** The schedule without this address; the same object if there is nothing to remove. */
  readonly erased: (schedule: Stored<Wanted, Own>, email: string) => Stored<Wanted, Own>
}

export class KindSchedules<Wanted extends Choice, Own extends object, Shown extends Schedule> {
  readonly #needs: ScheduleNeeds
  readonly #rules: KindRules<Wanted, Own, Shown>
  readonly #store: ScheduleStore<Stored<Wanted, Own>>
  readonly #runs: ScheduledRuns<Stored<Wanted, Own>>

  private constructor(
    needs: ScheduleNeeds,
    rules: KindRules<Wanted, Own, Shown>,
    store: ScheduleStore<Stored<Wanted, Own>>,
  ) {
    this.#needs = needs
    this.#rules = rules
    this.#store = store
    const failures = new FailureNotices<Stored<Wanted, Own>>(needs, rules.notice)
    const tools = { find: store.find.bind(store), change: store.change.bind(store) }
    this.#runs = new ScheduledRuns(needs, store, {
      isRunning: rules.words.isRunning,
      rolesInTeams: () => this.#rolesInTeams(),
      byOf: ({ sharedBy, accountId }) => (sharedBy === null ? undefined : this.#author(accountId)),
      start: (schedule, asRun) => rules.start(schedule, { asRun, ...tools }),
      onDone: ({ id }) => failures.clear(id),
      onFailed: (schedule, reason) => failures.add(schedule, reason),
    })
  }

  static async open<Wanted extends Choice, Own extends object, Shown extends Schedule>(
    needs: ScheduleNeeds,
    rules: KindRules<Wanted, Own, Shown>,
  ): Promise<KindSchedules<Wanted, Own, Shown>> {
    const { kind, stored, earlier, words, own, lastFolder } = rules
    const store = await ScheduleStore.open<Stored<Wanted, Own>>(needs, {
      name: `${kind}-schedules.json`,
      shelf: new TeamShelf({ kind, own, lastFolder, read: (parsed) => stored.parse(parsed) }),
      read: (parsed) => readStored(parsed, stored, earlier).map((one) => interruptedByStop(one, words.interrupted)),
    })
    return new KindSchedules(needs, rules, store)
  }

  start(): void {
    this.#runs.start()
  }

  stop(): Promise<void> {
    return this.#runs.stop()
  }

  knows(id: string): boolean {
    return this.#store.knows(id)
  }

  list(accountId: string): Shown[] {
    // The archive of an account that keeps no history can’t be changed, so its schedules are not offered.
    const keepsHistory = this.#needs.accounts
      .list()
      .accounts.some(({ id, storeHistory }) => id === accountId && storeHistory)
    return this.#store.all
      .filter((schedule) => schedule.accountId === accountId && (schedule.sharedBy === null || keepsHistory))
      .map((schedule) => this.#shown(schedule))
  }

  /**
   * Copies the schedules of the account’s team from its archive. While the team’s server is unreachable, the copies
   * stay as they are.
   */
  async refresh(accountId: string): Promise<void> {
    await this.#store.refresh(accountId).catch((thrown: unknown) => this.#logRefresh(accountId, thrown))
  }

  async save({ id, folder, isShared }: Where, wanted: Wanted): Promise<Shown> {
    const { accounts, files, ports } = this.#needs
    const { check, lastFolder, own, words } = this.#rules
    const zone = formatsOf(this.#needs, null).timeZone
    check(wanted, zone)
    if (!ports.capabilities.saveToDisk) throw new AppError('not-offered', words.notOffered)
    accounts.get(wanted.accountId)
    const chosenPath = folder === null ? null : files.find(folder).path
    const due = nextRun(wanted.timing, zone, ports.clock.now())
    const refusal = isShared ? this.#rules.notShared(wanted) : null
    if (refusal !== null) throw new AppError('invalid-input', refusal)
    const before = id === null ? undefined : this.#store.find(id)
    const sharedBy = isShared ? (before?.sharedBy ?? this.#sharer(wanted)) : null
    if (id !== null) {
      const change = (stored: Stored<Wanted, Own>): Stored<Wanted, Own> => {
        const folderPath = chosenPath ?? stored.folderPath
        // A colleague in another time zone who changes something else must not move the team’s runs.
        const keepsZone = stored.zone === zone || (stored.sharedBy !== null && isShared)
        // A run that is due but has not begun yet takes place, unless the user has changed its time.
        const times = keepsZone && isDeepStrictEqual(stored.timing, wanted.timing) ? {} : { zone, due }
        return { ...stored, ...wanted, ...times, folderPath, sharedBy }
      }
      const isMoved = before !== undefined && (before.sharedBy !== null) !== isShared
      return this.#shown(await (isMoved ? this.#store.move(id, change) : this.#store.change(id, change)))
    }
    const folderPath = chosenPath ?? lastFolder(wanted.accountId)
    if (folderPath === null) throw new AppError('invalid-input', words.noFolder)
    const added = {
      id: randomUUID(),
      zone,
      due,
      folderPath,
      paused: false,
      last: null,
      missed: [],
      sharedBy,
      ranHere: null,
    }
    return this.#shown(await this.#store.add({ ...own, ...wanted, ...added }))
  }

  /** Runs missed during a pause are not repeated later. */
  async pause(id: string, paused: boolean): Promise<Shown> {
    const change = (before: Stored<Wanted, Own>) => ({ ...before, paused, due: this.#store.nextOf(before) })
    const known = this.#store.find(id)
    // A schedule that is resumed after the archive left the team becomes this computer’s own.
    if (known && !paused && this.#isLeftOver(known)) {
      return this.#shown(await this.#store.move(id, (before) => ({ ...change(before), sharedBy: null })))
    }
    return this.#shown(await this.#store.change(id, change))
  }

  /** Starts a run now; returns its job’s id. */
  run(id: string): Promise<string> {
    return this.#runs.run(id)
  }

  remove(id: string): Promise<void> {
    return this.#store.remove(id)
  }

  async restore(id: string): Promise<Shown> {
    return this.#shown(await this.#store.restore(id))
  }

  removeAccount(accountId: string): Promise<void> {
    return this.#store.removeAccount(accountId)
  }

  eraseRecipient(accountId: string, email: string): Promise<void> {
    return this.#store.changeAll(accountId, (schedule) => this.#rules.erased(schedule, email))
  }

  /** The team may still run a schedule that came here with the archive, so it is shown as paused until the user resumes it. */
  #shown(schedule: Stored<Wanted, Own>): Shown {
    return this.#rules.shown(this.#isLeftOver(schedule) ? { ...schedule, paused: true } : schedule)
  }

  #isLeftOver({ sharedBy, accountId }: Stored<Wanted, Own>): boolean {
    return sharedBy !== null && this.#author(accountId) === undefined
  }

  /** The user’s name on the team’s server; undefined while the account’s archive is on this computer. */
  #author(accountId: string): string | undefined {
    return this.#needs.accounts.list().accounts.find(({ id }) => id === accountId)?.teamServer?.user
  }

  #sharer(wanted: Wanted): string {
    const author = this.#author(wanted.accountId)
    if (author !== undefined) return author
    throw new AppError(
      'conflict',
      'This account’s archive is on this computer, so its schedules can’t be shared. To share them, use a team archive.',
    )
  }

  async #rolesInTeams(): Promise<Map<string, TeamRole>> {
    const roles = new Map<string, TeamRole>()
    const { accounts, ports, roleInTeam } = this.#needs
    if (!ports.capabilities.saveToDisk) return roles
    for (const { id, teamServer, storeHistory } of accounts.list().accounts) {
      if (!storeHistory || teamServer === null) continue
      try {
        const role = await roleInTeam(id)
        // The leading Mailroom must know new schedules. Others look only when a run may have been left to them.
        if (role === null || (role === 'follows' && !this.#mayBeLate(id))) continue
        await this.#store.refresh(id)
        roles.set(id, role)
      } catch (thrown) {
        this.#logRefresh(id, thrown)
      }
    }
    return roles
  }

  #mayBeLate(account: string): boolean {
    const now = this.#needs.ports.clock.now()
    return this.#store.all.some((one) => one.accountId === account && one.sharedBy !== null && isDue(one, now))
  }

  /** An unreachable server is not logged: the sync reports it, and no shared schedule runs in the meantime. */
  #logRefresh(account: string, thrown: unknown): void {
    const { code, message } = AppError.from(thrown)
    if (code === 'archive-away') return
    this.#needs.ports.logger.log('warn', 'A team’s schedules could not be read.', { account, code, reason: message })
  }
}
