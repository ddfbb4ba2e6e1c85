import { getContext, setContext } from 'svelte'
import type { Account } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { ImportReport, InspectedFile } from '#shared/contract/imports.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'

/** The dialog's way: a file is chosen, looked at, imported, and what became of it is told. */
export type ImportStep =
  | { at: 'choose'; problem: unknown }
  | { at: 'looking'; token: string | null }
  | { at: 'ready'; token: string; file: InspectedFile }
  | { at: 'running'; jobId: string | null }
  | { at: 'report'; report: ImportReport }

/** One for the page: the menu, the palette, a dropped file and the jobs panel all lead to the same dialog. */
export class FileImport {
  account = $state.raw<Account | null>(null)
  step = $state.raw<ImportStep>({ at: 'choose', problem: null })
  readonly #app: AppState
  /** Counts the ways begun: what an abandoned one still answers leads nowhere, and least of all into another account. */
  #turn = 0

  constructor(app: AppState) {
    this.#app = app
  }

  /** Why an account takes no files; null when it does. */
  refusal(account: Account): string | null {
    if (account.storeHistory) return null
    return `Mailroom keeps no history of ${account.name}, so there is nothing to import files into.`
  }

  choose(account: Account): void {
    const refusal = this.refusal(account)
    if (refusal) {
      this.#app.toasts.info(refusal)
      return
    }
    this.#turn++
    this.#letGo()
    this.step = { at: 'choose', problem: null }
    this.account = account
  }

  /** Files that were dropped or picked; one at a time. */
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

  /** The host's own dialog, where it has one. */
  async browse(): Promise<void> {
    await this.#inspect(async () => {
      const options = { title: 'Import a file', multiple: false, extensions: ['json', 'csv', 'xlsx', 'xls'] }
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
      else this.#goOn(account, jobId)
    } catch (thrown) {
      if (turn === this.#turn) this.#fail(thrown)
      else this.#app.fail(thrown)
    } finally {
      // The import holds the file for as long as it runs.
      this.#release(step.token)
    }
  }

  /** Of an import that has ended; from the jobs panel too. */
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
      this.#app.fail(thrown)
    }
  }

  /** The account keeps what it has from now on, and so the file is not cut by its age either. */
  async keepForGood(): Promise<void> {
    if (this.step.at !== 'ready' || !this.account) return
    const { token } = this.step
    const accountId = this.account.id
    await this.#inspect(async () => {
      await this.#app.host.invoke('sync.configure', { accountId, options: { keepDays: null } })
      return token
    })
  }

  close(): void {
    const { account, step } = this
    this.#turn++
    this.#letGo()
    this.account = null
    this.step = { at: 'choose', problem: null }
    if (account && step.at === 'running' && step.jobId !== null) this.#goOn(account, step.jobId)
  }

  /** In the background: what became of it is offered in the end, and opens nothing under the user's hands. */
  #goOn({ id }: Account, jobId: string): void {
    const run = () => void this.showReport(id, jobId)
    this.#app.follow(jobId, 'The import goes on.', { label: 'Report', run })
  }

  /** Of the file that the dialog shows: an inspection of it ends. */
  #letGo(): void {
    const { step } = this
    if ((step.at === 'looking' || step.at === 'ready') && step.token !== null) this.#release(step.token)
  }

  /** What cannot be released now goes when Mailroom is closed. */
  #release(token: string): void {
    this.#app.host.invoke('files.release', { token }).catch(() => undefined)
  }

  #fail(problem: unknown): void {
    this.#letGo()
    this.step = { at: 'choose', problem }
  }

  async #inspect(chosen: () => Promise<string | undefined>): Promise<void> {
    const { account } = this
    if (!account) return
    const turn = ++this.#turn
    this.step = { at: 'looking', token: null }
    try {
      const token = await chosen()
      if (turn !== this.#turn) {
        if (token !== undefined) this.#release(token)
        return
      }
      if (token === undefined) return this.#fail(null)
      this.step = { at: 'looking', token }
      const file = await this.#app.host.invoke('imports.inspect', { accountId: account.id, token })
      if (turn === this.#turn) this.step = { at: 'ready', token, file }
    } catch (thrown) {
      if (turn === this.#turn) this.#fail(thrown)
    }
  }
}

const key = Symbol('file import')

export function provideFileImport(app: AppState): FileImport {
  return setContext(key, new FileImport(app))
}

export function useFileImport(): FileImport {
  return getContext<FileImport>(key)
}
