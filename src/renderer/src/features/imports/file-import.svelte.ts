import { getContext, setContext } from 'svelte'
import type { Account } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { ImportReport, InspectedFile } from '#shared/contract/imports.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'

/** The steps of the dialog, in which the user chooses a file, inspects it, imports it and reads the report. */
export type ImportStep =
  | { at: 'choose'; problem: unknown }
  | { at: 'inspecting'; token: string | null }
  | { at: 'ready'; token: string; file: InspectedFile }
  | { at: 'running'; jobId: string | null }
  | { at: 'report'; report: ImportReport }

/**
 * The page has a single instance, because the menu, the palette, a dropped file and the jobs panel all open the same
 * dialog.
 */
export class FileImport {
  account = $state.raw<Account | null>(null)
  step = $state.raw<ImportStep>({ at: 'choose', problem: null })
  readonly #app: AppState
  /**
   * Counts the runs started: a late response to an abandoned run must not affect the next, which may be for another
   * account.
   */
  #turn = 0

  constructor(app: AppState) {
    this.#app = app
  }

  /** Why files can’t be imported into an account; null if they can. */
  refusal(account: Account): string | null {
    if (account.storeHistory) return null
    return `Mailroom keeps no history for ${account.name}. To import files, turn on the history in the account’s settings.`
  }

  choose(account: Account): void {
    const refusal = this.refusal(account)
    if (refusal) {
      this.#app.toasts.info(refusal)
      return
    }
    this.#turn++
    this.#closeFile()
    this.step = { at: 'choose', problem: null }
    this.account = account
  }

  /** Accepts a dropped or picked file. Several files at once are refused. */
  async take(account: Account, files: readonly File[]): Promise<void> {
    const [file] = files
    this.choose(account)
    if (!file || this.account !== account) return
    if (files.length > 1) {
      this.#fail(new AppError('one-file', 'Import one file at a time.'))
      return
    }
    await this.#inspect(async () => (await this.#app.host.upload([file]))[0]?.token)
  }

  /** Opens the host’s own file dialog. */
  async browse(): Promise<void> {
    await this.#inspect(async () => {
      const options = { title: 'Import a file', multiple: false, extensions: ['json', 'csv', 'xlsx', 'xls', 'sqlite'] }
      return (await this.#app.host.invoke('files.choose', options))[0]?.token
    })
  }

  async start(): Promise<void> {
    const { account, step } = this
    if (step.at !== 'ready' || !account) return
    const turn = ++this.#turn
    this.step = { at: 'running', jobId: null }
    try {
      const { jobId } = await this.#app.host.invoke('imports.start', { accountId: account.id, token: step.token })
      if (turn === this.#turn) this.step = { at: 'running', jobId }
      else this.#continueInBackground(account, jobId)
    } catch (thrown) {
      if (turn === this.#turn) this.#fail(thrown)
      else this.#app.fail(thrown)
    } finally {
      // The import itself keeps the file open while it runs.
      this.#release(step.token)
    }
  }

  /** Shows the report of a finished import. Also called by the jobs panel. */
  async showReport(accountId: string, jobId: string): Promise<void> {
    const account = this.#app.accounts.find(({ id }) => id === accountId)
    if (!account) return
    const turn = this.#turn
    try {
      const report = await this.#app.host.invoke('imports.report', { accountId, jobId })
      if (turn !== this.#turn) return
      this.#turn++
      this.account = account
      this.step = { at: 'report', report }
    } catch (thrown) {
      // An import that ends before its first record writes no report, so the dialog must not wait for one.
      if (turn === this.#turn && this.step.at === 'running') this.#fail(withoutReport(thrown))
      else this.#app.fail(thrown)
    }
  }

  /** Makes the account keep its messages forever, so that no message in the file is left out because of its age. */
  async keepForGood(): Promise<void> {
    if (this.step.at !== 'ready' || !this.account) return
    const { token } = this.step
    const accountId = this.account.id
    const turn = this.#turn
    // Only the owner of a team archive may change this. If the change is refused, the file stays open.
    const isKept = await this.#app.attempt(() =>
      this.#app.host.invoke('sync.configure', { accountId, options: { keepDays: null } }),
    )
    if (isKept && turn === this.#turn) await this.#inspect(() => Promise.resolve(token))
  }

  close(): void {
    const { account, step } = this
    this.#turn++
    this.#closeFile()
    this.account = null
    this.step = { at: 'choose', problem: null }
    if (account && step.at === 'running' && step.jobId !== null) this.#continueInBackground(account, step.jobId)
  }

  /**
   * Continues in the background: a report is offered at the end, and nothing opens while the user is doing something else.
   */
  #continueInBackground({ id }: Account, jobId: string): void {
    const run = () => void this.showReport(id, jobId)
    this.#app.follow(jobId, 'The import continues in the background.', { label: 'Show report', run })
  }

  /** Closes the file shown in the dialog, which also ends its inspection. */
  #closeFile(): void {
    const { step } = this
    if ((step.at === 'inspecting' || step.at === 'ready') && step.token !== null) this.#release(step.token)
  }

  /** A file that can’t be released now is released when Mailroom closes. */
  #release(token: string): void {
    this.#app.host.invoke('files.release', { token }).catch(() => undefined)
  }

  #fail(problem: unknown): void {
    this.#closeFile()
    this.step = { at: 'choose', problem }
  }

  async #inspect(chosen: () => Promise<string | undefined>): Promise<void> {
    const { account } = this
    if (!account) return
    const turn = ++this.#turn
    this.step = { at: 'inspecting', token: null }
    try {
      const token = await chosen()
      if (turn !== this.#turn) {
        if (token !== undefined) this.#release(token)
        return
      }
      if (token === undefined) return this.#fail(null)
      this.step = { at: 'inspecting', token }
      const file = await this.#app.host.invoke('imports.inspect', { accountId: account.id, token })
      if (turn === this.#turn) this.step = { at: 'ready', token, file }
    } catch (thrown) {
      if (turn === this.#turn) this.#fail(thrown)
    }
  }
}

function withoutReport(thrown: unknown): AppError {
  const error = AppError.from(thrown)
  if (error.code !== 'not-found') return error
  return new AppError('no-report', 'This import ended without a report. You can safely import the file again.')
}

const key = Symbol('file import')

export function provideFileImport(app: AppState): FileImport {
  return setContext(key, new FileImport(app))
}

export function useFileImport(): FileImport {
  return getContext<FileImport>(key)
}
