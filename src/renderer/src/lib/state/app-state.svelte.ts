import { getContext, setContext } from 'svelte'
import type { Account } from '#shared/contract/accounts.ts'
import type { AppInfo } from '#shared/contract/app.ts'
import { AppError, type Thrown } from '#shared/contract/base/error.ts'
import type { AppEvent, EventPayload } from '#shared/contract/events.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { Outcome } from '#shared/contract/outcomes.ts'
import type { Settings } from '#shared/contract/settings.ts'
import type { FirstCalls } from '../host/first-calls.ts'
import { isHostAway } from '../host/host-away.ts'
import type { Host, Link } from '../host/host.ts'
import type { ToastAction } from '../ui/toasts/toast-queue.ts'
import { Toasts } from '../ui/toasts/toasts.svelte.ts'
import { Formats } from '#shared/domain/settings/formats.ts'
import { leaveView } from './leave-view.ts'
import { MinuteClock } from './minute-clock.ts'
import { OptimisticSettings } from './optimistic-settings.svelte.ts'
import { resultAction } from './result-action.ts'
import { Router } from './router.svelte.ts'

type Start = {
  host: Host
  report: (thrown: unknown) => void
  info: AppInfo
  settings: Settings
  accounts: { accounts: Account[]; currentId: string | null }
  jobs: Job[]
  outcomes: Outcome[]
}

/** The state shared by all views. It follows the core’s events, so that all windows show the same state. */
export class AppState {
  readonly host: Host
  /** Writes page failures to the log. */
  readonly report: (thrown: unknown) => void
  readonly router = new Router()
  readonly toasts = new Toasts()
  readonly clock = new MinuteClock()
  readonly info: AppInfo
  accounts = $state.raw<readonly Account[]>([])
  currentId = $state.raw<string | null>(null)
  jobs = $state.raw<readonly Job[]>([])
  /** Changes that were sent to a service and may have been carried out, newest first. */
  outcomes = $state.raw<readonly Outcome[]>([])
  notices = $state.raw<readonly { id: string; text: string }[]>([])
  /** The message that the view shows or has selected, for commands from anywhere. The view sets and clears this. */
  chosenMessage = $state.raw<{ readonly accountId: string; readonly row: number } | null>(null)
  /** A link opened outside Mailroom, until the shell handles it. */
  linkToOpen = $state.raw<string | null>(null)
  /** The view of a clicked notification, until the shell handles it. */
  viewToOpen = $state.raw<EventPayload<'app.openView'> | null>(null)
  /** The state of the connection to Mailroom’s own process. */
  link = $state.raw<Link>('up')
  /**
   * Whether the process came back as another build, in which case parts of this page that have not been loaded yet
   * can’t be loaded.
   */
  isOutdated = $state(false)
  /** When the process stopped responding; null while it responds. */
  lostAt = $state.raw<number | null>(null)
  readonly current = $derived(this.accounts.find((account) => account.id === this.currentId) ?? null)
  readonly #timeZone = $derived.by(() => this.settings.timeZone)
  readonly #dateFormat = $derived.by(() => this.settings.dateFormat)
  readonly #hourFormat = $derived.by(() => this.settings.hourFormat)
  readonly #language = $derived.by(() => this.settings.language)
  /**
   * Stays the same object when an unrelated setting changes, because every number on the screen depends on it. The
   * last view, for example, changes with every navigation.
   */
  readonly formats = $derived.by(() => {
    const dates = { timeZone: this.#timeZone, dateFormat: this.#dateFormat, hourFormat: this.#hourFormat }
    return new Formats({ ...dates, language: this.#language }, this.info)
  })
  readonly #settings: OptimisticSettings
  /** The account that was selected last, in whichever window. */
  #selectedId: string | null
  /** The toast that asks whether to follow another window to its account. */
  #question: number | null = null
  readonly #save = (change: Partial<Settings>) => this.host.invoke('settings.change', change)
  /** Jobs whose end will be announced, with the toast that announced their start. */
  #followed: Readonly<Record<string, { toast: number; then?: ToastAction }>> = {}
  #actionListeners: readonly ((action: string) => void)[] = []
  readonly #waitingActions: string[] = []

  constructor({ host, report, info, settings, accounts, jobs, outcomes }: Start) {
    this.host = host
    this.report = report
    this.info = info
    this.notices = info.notices
    this.#settings = new OptimisticSettings(settings)
    this.accounts = accounts.accounts
    this.currentId = this.#selectedId = accounts.currentId
    this.jobs = jobs
    this.outcomes = outcomes
    host.subscribe((event) => this.#receive(event))
    host.onLink((link) => {
      this.link = link
      this.isOutdated = host.isOfOtherBuild()
      if (link === 'up') this.#settings.saveAgain(this.#save).catch(this.fail)
      this.lostAt = link === 'up' ? null : (this.lostAt ?? Date.now())
    })
  }

  static async open(host: Host, first: FirstCalls, report: (thrown: unknown) => void): Promise<AppState> {
    try {
      const app = new AppState({ host, report, ...(await first.answers) })
      for (const event of first.end()) app.#receive(event)
      return app
    } finally {
      first.end()
    }
  }

  get settings(): Settings {
    return this.#settings.shown
  }

  /**
   * Returns the time since a moment as text, which is updated as time passes. If a service’s clock is ahead of ours,
   * the moment counts as now.
   */
  ago(at: number): string {
    const { now } = this.clock
    return now - at < 60_000 ? 'just now' : this.formats.ago(at, now)
  }

  /**
   * Call this after changing, adding or selecting an account: the event may arrive after the response, and a view
   * opened in between would belong to the previous account.
   */
  async readAccounts(): Promise<void> {
    const { accounts, currentId } = await this.host.invoke('accounts.list')
    this.#endQuestion()
    this.accounts = accounts
    this.currentId = this.#selectedId = currentId
  }

  async select(id: string): Promise<void> {
    await this.host.invoke('accounts.select', { id })
    await this.readAccounts()
  }

  /** A window that the user isn’t working in keeps its account if switching would lose entries. */
  #follow(selectedId: string | null): void {
    if (selectedId === this.#selectedId && this.current) return
    this.#selectedId = selectedId
    this.#endQuestion()
    const go = () => void (this.currentId = this.#selectedId)
    const selected = this.accounts.find(({ id }) => id === selectedId)
    if (!selected || !this.current || selected === this.current || document.hasFocus()) return go()
    const message = `Another window shows ${selected.name} now. If this one does, too, its form closes and your entries are lost.`
    this.#question = leaveView(this, { message, label: 'Switch account', go })
  }

  #endQuestion(): void {
    if (this.#question !== null) this.toasts.dismiss(this.#question)
    this.#question = null
  }

  /** Whether this window has kept its account while another one was selected in another window. */
  get isApart(): boolean {
    return this.currentId !== this.#selectedId
  }

  change(change: Partial<Settings>): void {
    this.#settings.change(change, this.#save).catch(this.fail)
  }

  /**
   * Shows a failure that is not shown elsewhere in the view. While Mailroom is away, the banner explains why calls fail.
   */
  readonly fail = <Value>(thrown: Value & Thrown<Value>): void => {
    const error = AppError.from(thrown)
    if (this.lostAt !== null && isHostAway(error)) return
    this.toasts.error(error.message)
  }

  /** Performs an action for the user and shows any failure. Returns whether it succeeded. */
  async attempt(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (thrown) {
      this.fail(thrown)
      return false
    }
  }

  /** Starts a job for the user and announces its start and its end. Returns whether it started. */
  begin(start: () => Promise<{ jobId: string }>, started: string): Promise<boolean> {
    return this.attempt(async () => this.follow((await start()).jobId, started))
  }

  /** Announces that a user’s job has begun, and later how it ended. */
  follow(jobId: string, started: string, then?: ToastAction): void {
    const toast = this.toasts.info(`${started} See Jobs for progress.`)
    this.#followed = { ...this.#followed, [jobId]: { toast, ...(then && { then }) } }
    const job = this.jobs.find(({ id }) => id === jobId)
    if (job) this.#announceEnd(job)
  }

  /**
   * Returns the action for the file that a job has written, such as saving or revealing it; undefined if there is none.
   */
  resultAction(job: Job): ToastAction | undefined {
    return resultAction(job, {
      host: this.host,
      reveals: this.info.capabilities.reveal,
      fail: this.fail,
      done: () => this.toasts.dismissAbout(job.id),
    })
  }

  #announceEnd(job: Job): void {
    const { id, title, endedAt, result, error } = job
    const { [id]: followed, ...others } = this.#followed
    if (endedAt === null || followed === undefined) return
    this.#followed = others
    this.toasts.dismiss(followed.toast)
    const action = this.resultAction(job) ?? followed.then
    if (error) this.toasts.error(error.message, { detail: title })
    else if (result) {
      const { text } = result
      // The job’s title, for example “Export: Shop.xlsx”. Omitted below a sentence that contains the name.
      const detail = text.includes(title.slice(title.indexOf(': ') + 1).trim()) ? undefined : title
      this.toasts.ok(text, { about: id, ...(detail && { detail }), ...(action && { action }) })
    }
  }

  async dismissNotice(id: string): Promise<void> {
    this.notices = this.notices.filter((notice) => notice.id !== id)
    await this.host.invoke('app.dismissNotice', { id }).catch(this.fail)
  }

  /** Runs a command of the shell by its id, for a native menu or a view’s button. */
  act(action: string): void {
    if (this.#actionListeners.length === 0) this.#waitingActions.push(action)
    for (const listener of this.#actionListeners) listener(action)
  }

  /** The listener also receives what was chosen in the native menu before the window could act on it. */
  onAction(listener: (action: string) => void): () => void {
    this.#actionListeners = [...this.#actionListeners, listener]
    for (const action of this.#waitingActions.splice(0)) listener(action)
    return () => {
      this.#actionListeners = this.#actionListeners.filter((other) => other !== listener)
    }
  }

  #receive(event: AppEvent): void {
    if (event.name === 'accounts.changed') {
      this.accounts = event.payload.accounts
      this.#follow(event.payload.currentId)
    } else if (event.name === 'settings.changed') {
      this.#settings.receive(event.payload)
    } else if (event.name === 'jobs.changed') {
      const changed = event.payload
      const known = this.jobs.some((job) => job.id === changed.id)
      this.jobs = known ? this.jobs.map((job) => (job.id === changed.id ? changed : job)) : [changed, ...this.jobs]
      this.#announceEnd(changed)
    } else if (event.name === 'jobs.dismissed') {
      const { id } = event.payload
      this.jobs = this.jobs.filter((job) => job.id !== id)
    } else if (event.name === 'jobs.listed') {
      this.jobs = event.payload
      for (const job of this.jobs) this.#announceEnd(job)
    } else if (event.name === 'outcomes.listed') {
      this.outcomes = event.payload
    } else if (event.name === 'outcomes.changed') {
      const changed = event.payload
      if (changed.state === 'gone') this.outcomes = this.outcomes.filter(({ id }) => id !== changed.id)
      else if (this.outcomes.every(({ id }) => id !== changed.id)) this.outcomes = [changed, ...this.outcomes]
      else this.outcomes = this.outcomes.map((known) => (known.id === changed.id ? changed : known))
    } else if (event.name === 'app.notice') {
      this.notices = [...this.notices.filter(({ id }) => id !== event.payload.id), event.payload]
    } else if (event.name === 'app.action') {
      this.act(event.payload.action)
    } else if (event.name === 'app.openView') {
      this.viewToOpen = event.payload
    } else if (event.name === 'app.openLink') {
      this.linkToOpen = event.payload.text
    }
  }
}

const key = Symbol('app')

export function provideApp(app: AppState): AppState {
  return setContext(key, app)
}

/** Like any context, it can be read only while a component is being created. */
export function useApp(): AppState {
  return getContext<AppState>(key)
}
