import type { ExportEntry } from '#shared/contract/exports.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { AccountList } from '../../../lib/state/account-list.svelte.ts'
import type { AppState } from '../../../lib/state/app-state.svelte.ts'
import { takeFromList } from '../../../lib/state/take-from-list.ts'
import { undoAction } from '../../../lib/ui/toasts/undo-action.ts'

export class AccountExports extends AccountList<'exports.list'> {
  constructor(app: AppState, accountId: string) {
    super(app, accountId, { command: 'exports.list', events: ['exports.changed'] })
  }

  jobOf({ jobId }: ExportEntry): Job | undefined {
    return this.app.jobs.find(({ id, endedAt }) => id === jobId && endedAt === null)
  }

  isActive({ state }: ExportEntry): boolean {
    return state === 'running' || state === 'paused'
  }

  runAgain({ id }: ExportEntry): Promise<boolean> {
    return this.app.begin(() => this.app.host.invoke('exports.runAgain', { id }), 'The export has started.')
  }

  verify({ id }: ExportEntry): Promise<boolean> {
    return this.app.begin(() => this.app.host.invoke('exports.verify', { id }), 'The file is being verified.')
  }

  pause({ id }: ExportEntry, paused: boolean): Promise<boolean> {
    return this.app.attempt(() => this.app.host.invoke('exports.pause', { id, paused }))
  }

  cancel({ jobId }: ExportEntry): Promise<boolean> {
    return this.app.attempt(() => this.app.host.invoke('jobs.cancel', { id: jobId }))
  }

  open(entry: ExportEntry): Promise<boolean> {
    return this.#use(entry, () => this.app.host.invoke('exports.open', { id: entry.id }))
  }

  reveal(entry: ExportEntry): Promise<boolean> {
    return this.#use(entry, () => this.app.host.invoke('exports.reveal', { id: entry.id }))
  }

  drag({ id }: ExportEntry): Promise<boolean> {
    return this.app.attempt(() => this.app.host.invoke('exports.drag', { id }))
  }

  async copyPath({ id }: ExportEntry): Promise<void> {
    const isCopied = await this.app.attempt(() => this.app.host.invoke('exports.copyPath', { id }))
    if (isCopied) this.app.toasts.ok('Path copied.')
  }

  async save(entry: ExportEntry, token: string): Promise<void> {
    const save = async () => {
      // If the user cancels the save dialog, the file still has to be saved, so its toast stays.
      if (await this.app.host.save(token, entry.name)) this.app.toasts.dismissAbout(entry.jobId)
    }
    await this.app.attempt(save)
  }

  /** Whether Mailroom may have the only copy of the rows: the service never sends the same delta twice. */
  mayHaveOnlyCopy({ what, state, keepsDelta }: ExportEntry): boolean {
    return what.source === 'delta' && (keepsDelta || state !== 'done')
  }

  async remove({ id, jobId, name }: ExportEntry): Promise<void> {
    const { host, toasts } = this.app
    await host.invoke('exports.remove', { id })
    takeFromList(this.loader, id)
    toasts.dismissAbout(jobId)
    const undo = () => void this.app.attempt(() => host.invoke('exports.restore', { id }))
    toasts.info(`“${name}” was removed from the list.`, { action: undoAction(undo) })
  }

  /** Runs an action on the file; the toast that announced it is then no longer needed. */
  async #use({ jobId }: ExportEntry, work: () => Promise<unknown>): Promise<boolean> {
    const isUsed = await this.app.attempt(work)
    if (isUsed) this.app.toasts.dismissAbout(jobId)
    return isUsed
  }
}
