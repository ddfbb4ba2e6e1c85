import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AlertEvent } from '#shared/contract/alerts.ts'
import type { Account } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { quietFor } from '#shared/domain/alerts/quiet-hours.ts'
import { judgedText } from '#shared/domain/alerts/rule-text.ts'
import { msPerHour, msPerMinute } from '#shared/domain/base/durations.ts'
import type { Numbers } from '#shared/domain/statistics/figure-text.ts'
import type { Notices } from '../app/index.ts'
import { PerAccount } from '../base/per-account.ts'
import type { Clock, Ports } from '../base/ports.ts'
import type { FileGround } from '../base/room.ts'
import { Throttle } from '../jobs/index.ts'
import type { Notes } from '../notes/index.ts'
import { AccountAlerts, type AlertArchive } from './account-alerts.ts'
import { alertFile } from './alert-file.ts'
import { notificationOf } from './notification.ts'

type KnownAccount = Pick<Account, 'id' | 'name' | 'storeHistory' | 'teamServer' | 'lastTeamServer'>

type AlertsOptions = FileGround & {
  readonly ports: FileGround['ports'] & Pick<Ports, 'notifier' | 'capabilities'>
  readonly accounts: {
    get(id: string): KnownAccount
    list(): { readonly accounts: readonly KnownAccount[] }
    clockOf(id: string): Pick<Clock, 'now'>
  }
  readonly archives: { of(id: string): Promise<AlertArchive> }
  /**
   * Whether this Mailroom judges the rules in the account’s archive. A team’s rules are judged by the Mailroom that
   * syncs the team archive.
   */
  readonly judgesForTeam: (accountId: string) => Promise<boolean>
  readonly notes: Pick<Notes, 'record'>
  readonly notices: Pick<Notices, 'add'>
  /** The user’s current number format, which may change with the settings. */
  readonly numbers: () => Numbers
}

/** The minimum time between two evaluations in milliseconds, because a sync reports changes every second. */
const judgeEvery = 5000
/**
 * The longest time between two checks for the end of quiet hours. A single timer would not count the time that the
 * computer sleeps.
 */
const longestSleep = msPerMinute
/** How long after each full hour rules are judged, so that the sync has had time to read the hour’s last minutes. */
const afterTheHour = 2 * msPerMinute

/**
 * All accounts’ rules. They are judged when an archive has changed, and every hour, because silence does not change an
 * archive.
 */
export class Alerts {
  readonly #options: AlertsOptions
  readonly #books: PerAccount<AccountAlerts>
  readonly #changes = new Map<string, Throttle>()
  /** Timers for the end of each account’s quiet hours. */
  readonly #quiet = new Map<string, { cancel(): void }>()
  readonly #running = new Set<Promise<void>>()
  #hour: { cancel(): void } | null = null

  constructor(options: AlertsOptions) {
    this.#options = options
    this.#books = new PerAccount((accountId) => this.#open(accountId))
  }

  start(): void {
    for (const { id } of this.#options.accounts.list().accounts) {
      this.changed(id)
      this.#run(id, () => this.#announce(id))
    }
    this.#everyHour()
  }

  /** Throws if no account has this id, because the id becomes a file name. */
  async of(accountId: string): Promise<AccountAlerts> {
    return this.#books.of(this.#options.accounts.get(accountId).id)
  }

  /** The time up to which the archive is complete; null if the account keeps no archive. */
  async completeUntil(accountId: string): Promise<number | null> {
    const { accounts, archives } = this.#options
    if (!accounts.get(accountId).storeHistory) return null
    return (await (await archives.of(accountId)).horizon()).completeUntil
  }

  /** How many events in all accounts were triggered since the user last viewed them. */
  async countUnseen(): Promise<number> {
    const { accounts } = this.#options.accounts.list()
    const counts = await Promise.all(accounts.map(async ({ id }) => (await this.of(id)).unseen))
    return counts.reduce((sum, count) => sum + count, 0)
  }

  /** Called when a rule has changed: the user is waiting for its first verdict. */
  judge(accountId: string): void {
    this.#run(accountId, () => this.#evaluate(accountId))
  }

  changed(accountId: string): void {
    let change = this.#changes.get(accountId)
    if (!change) {
      const { clock } = this.#options.ports
      change = new Throttle(clock, judgeEvery, () => this.judge(accountId))
      this.#changes.set(accountId, change)
    }
    change.call()
  }

  /** Called when the quiet hours have changed: waiting events may now be announced. */
  quietChanged(accountId: string): void {
    this.#quiet.get(accountId)?.cancel()
    this.#quiet.delete(accountId)
    this.#run(accountId, () => this.#announce(accountId))
  }

  async eraseRecipient(accountId: string, email: string): Promise<void> {
    if (await (await this.of(accountId)).erase(email)) this.#emitChange(accountId)
  }

  /** Removes the rules, events and quiet hours of a removed account from this computer. */
  async remove(accountId: string): Promise<void> {
    this.#stopFor(accountId)
    await this.#books.close(accountId)
    await rm(join(this.#options.ports.paths.data, alertFile(accountId)), { force: true })
  }

  /** Resolves when everything requested before this call has been judged. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  async closeAll(): Promise<void> {
    this.#hour?.cancel()
    for (const accountId of new Set([...this.#changes.keys(), ...this.#quiet.keys()])) this.#stopFor(accountId)
    await this.#books.closeAll((account, error) => this.#warn(account, error))
    await this.settled()
  }

  #everyHour(): void {
    const { clock } = this.#options.ports
    const wait = msPerHour - (clock.now() % msPerHour) + afterTheHour
    this.#hour = clock.after(wait, () => {
      for (const { id } of this.#options.accounts.list().accounts) this.changed(id)
      this.#everyHour()
    })
  }

  async #evaluate(accountId: string): Promise<void> {
    if (!this.#options.accounts.get(accountId).storeHistory) return
    await (await this.of(accountId)).evaluate()
  }

  #run(accountId: string, work: () => Promise<void>): void {
    const running = work().catch((error: unknown) => this.#warn(accountId, error))
    this.#running.add(running)
    void running.finally(() => this.#running.delete(running))
  }

  async #open(accountId: string): Promise<AccountAlerts> {
    const { accounts, archives } = this.#options
    return AccountAlerts.open(this.#options, accountId, {
      now: () => accounts.clockOf(accountId).now(),
      archive: () => archives.of(accountId),
      keepsHistory: () => accounts.get(accountId).storeHistory,
      author: () => accounts.get(accountId).teamServer?.user ?? null,
      hadTeam: () => accounts.get(accountId).lastTeamServer !== null,
      judgesForTeam: () => this.#options.judgesForTeam(accountId),
      onFired: (events, isShared) => this.#onFired(accountId, events, isShared),
      onChange: () => this.#emitChange(accountId),
    })
  }

  #onFired(accountId: string, events: readonly AlertEvent[], isShared: boolean): void {
    for (const { id, rule, fired, firedAt } of events) {
      const text = `${rule.name}: ${judgedText(rule.condition, fired, this.#options.numbers())}`
      // One second before the window ends, so that the note falls on the last day judged.
      const moment = Math.min(fired.to * 1000 - 1000, firedAt)
      const note = { id: `alert-${id}`, kind: 'alert', moment, text, link: '#/alerts' } as const
      this.#options.notes.record(accountId, note, { isShared })
    }
    this.#run(accountId, () => this.#announce(accountId))
  }

  /** Notifies the user of the waiting events, at the end of any quiet hours. No event is notified twice. */
  async #announce(accountId: string): Promise<void> {
    const { ports, accounts, notices } = this.#options
    const { clock, notifier, capabilities } = ports
    const alerts = await this.of(accountId)
    const { waiting, quiet } = alerts.stored
    if (waiting.length === 0) return
    const wait = quietFor(quiet, clock.now())
    if (wait > 0) {
      this.#quiet.get(accountId)?.cancel()
      const again = () => this.#run(accountId, () => this.#announce(accountId))
      this.#quiet.set(accountId, clock.after(Math.min(wait, longestSleep), again))
      return
    }
    const about = await alerts.takeWaiting()
    if (about.length === 0) return
    const notification = notificationOf(accounts.get(accountId).name, about, this.#options.numbers())
    notifier.notify({ ...notification, accountId, view: 'alerts' })
    // If the host shows no notifications, the alert is shown in the window.
    if (!capabilities.notify) notices.add(`alert-${about[0]!.id}`, `${notification.title}. ${notification.body}`)
  }

  #stopFor(accountId: string): void {
    this.#changes.get(accountId)?.cancel()
    this.#changes.delete(accountId)
    this.#quiet.get(accountId)?.cancel()
    this.#quiet.delete(accountId)
  }

  #emitChange(accountId: string): void {
    this.#options.events.emit({ name: 'alerts.changed', payload: { accountId } })
  }

  #warn(account: string, thrown: unknown): void {
    if (this.#books.isClosed) return
    const { code } = AppError.from(thrown)
    this.#options.ports.logger.log('warn', 'An account’s alerts could not be checked.', { account, code })
  }
}
