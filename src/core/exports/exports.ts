import { randomUUID } from 'node:crypto'
import { AppError } from '#shared/contract/base/error.ts'
import type { ExportEntry } from '#shared/contract/exports.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { CommandOutput, ParsedInput } from '#shared/contract/table.ts'
import { sleep } from '../base/sleep.ts'
import type { JobWork } from '../jobs/index.ts'
import { checkChoices, chosenFolder } from './choices.ts'
import { Checksums } from './file/checksums.ts'
import { manifestText } from './file/manifest-text.ts'
import { namesOf } from './file/names.ts'
import { PauseGate } from './file/pause-gate.ts'
import { ExportProgress } from './file/progress.ts'
import { WaitingFiles } from './file/waiting-files.ts'
import { History } from './history/history.ts'
import { endUnsaved } from './end-unsaved.ts'
import { recoverExports, type Recovering } from './recover.ts'
import { beginning, shownExport, type StoredExport } from './history/stored-export.ts'
import { failedAs, leftOver, partPathOf, reportFound, resultOf, runExport } from './run-export.ts'
import type { ExportContentNeeds } from './source/content.ts'
import { DeltaFolder } from './source/delta-source.ts'

export type Wanted = ParsedInput<'exports.start'>
type Started = CommandOutput<'exports.start'>
/** `scheduleId` is null if the user requested the export. */
type ExportChoice = Pick<StoredExport, 'accountId' | 'what' | 'layout' | 'saveAs' | 'folderPath' | 'scheduleId'>
type Running = { readonly gate: PauseGate; readonly progress: ExportProgress }

/** How many milliseconds closing waits for files that are being recovered or read. */
const longestStop = 5000

/** All accounts’ exports: those in progress, and the list of past exports. */
export class Exports {
  readonly history: History
  readonly checksums: Checksums
  readonly #needs: ExportContentNeeds
  readonly #deltas: DeltaFolder
  readonly #running = new Map<string, Running>()
  readonly #waiting: WaitingFiles
  /** Exports removed since Mailroom started. */
  readonly #removed = new Map<string, StoredExport>()
  #isClosing = false
  #recovering: Recovering | null = null

  private constructor(needs: ExportContentNeeds, history: History) {
    this.#needs = needs
    this.history = history
    this.checksums = new Checksums(history, needs.ports.logger)
    this.#deltas = new DeltaFolder(needs.ports.paths.data)
    this.#waiting = new WaitingFiles(needs.files)
  }

  static async open(needs: ExportContentNeeds): Promise<Exports> {
    return new Exports(needs, await History.open(needs))
  }

  /**
   * Cleans up after an interrupted run, in the background, because a folder may be on a slow network. A host that only
   * performs what it is asked to do calls this at its first export, before that export has a part file.
   */
  recover(): Recovering {
    const { history, checksums } = this
    return (this.#recovering ??= recoverExports({ needs: this.#needs, history, checksums, deltas: this.#deltas }))
  }

  /** Starts no new exports. Running exports are ended by their jobs. */
  async stop(): Promise<void> {
    this.#isClosing = true
    const waited = new AbortController()
    // A drive that does not respond must not prevent Mailroom from closing. The next start recovers the rest.
    const limit = sleep(this.#needs.ports.clock, longestStop, waited.signal)
    await Promise.race([Promise.all([this.checksums.stop(), this.#recovering?.all]), limit])
    waited.abort()
  }

  async close(): Promise<void> {
    for (const id of this.#removed.keys()) await this.#deltas.remove(id).catch(() => undefined)
    await this.history.settled()
  }

  list(accountId: string, path?: string | null): ExportEntry[] {
    return this.history
      .list()
      .filter((entry) => entry.accountId === accountId && (path === undefined || entry.folderPath === path))
      .map((entry) => this.#shown(entry))
  }

  folderOf(wanted: Pick<Wanted, 'accountId' | 'saveAs'>): string | null {
    return chosenFolder(wanted, { ...this.#needs, history: this.history })
  }

  /** Throws if any choice is invalid. */
  check(wanted: Wanted): void {
    checkChoices(wanted, this.#needs)
  }

  async start(wanted: Wanted): Promise<Started> {
    this.check(wanted)
    this.recover()
    const { accountId, what, layout, saveAs } = wanted
    const { folder: _token, ...kept } = saveAs
    const folderPath = this.folderOf(wanted)
    // The choices are stored first, so that the running export can be paused. A failure does not prevent the export.
    await this.history.remember(accountId, { layout, saveAs: kept, folderPath }).catch(() => undefined)
    return this.#begin({
      id: randomUUID(),
      accountId,
      what,
      layout,
      saveAs: kept,
      folderPath,
      keepsDelta: false,
      scheduleId: null,
    })
  }

  async runAgain(id: string): Promise<Started> {
    const before = this.history.get(id).state
    await this.recover().entries.get(id)
    const { state, accountId, what, layout, saveAs, folderPath, keepsDelta, scheduleId } = this.history.get(id)
    this.#refuseRunning(id)
    // The file was already complete, so a new export would only query the service again and might replace the file.
    if (before === 'interrupted' && state === 'done') return reportFound(this.history.get(id), this.#needs.jobs)
    this.check({ accountId, what, layout, saveAs: { ...saveAs, folder: null } })
    // The data received by an interrupted delta stays with its entry: the service’s marker has since moved.
    const isOver = state === 'done' || (what.source === 'delta' && !keepsDelta)
    const again = isOver ? { id: randomUUID(), keepsDelta: false, scheduleId: null } : { id, keepsDelta, scheduleId }
    return this.#begin({ ...again, accountId, what, layout, saveAs, folderPath })
  }

  /**
   * Starts an export as defined by its schedule. If a response to its delta was kept, that response is delivered without
   * querying the service.
   */
  async startScheduled(wanted: ExportChoice, asRun: (id: string, work: JobWork) => JobWork): Promise<Started> {
    const { accountId, what, layout, saveAs, scheduleId } = wanted
    const own = this.history.list().filter((entry) => entry.scheduleId === scheduleId)
    await Promise.all(own.map(({ id }) => this.#recovering?.entries.get(id)))
    this.check({ accountId, what, layout, saveAs: { ...saveAs, folder: null } })
    const kept = this.history
      .list()
      .findLast((entry) => entry.scheduleId === scheduleId && entry.keepsDelta && !this.#running.has(entry.id))
    const isKept = kept !== undefined && what.source === 'delta'
    const again = isKept
      ? { id: kept.id, layout: kept.layout, keepsDelta: true }
      : { id: randomUUID(), keepsDelta: false }
    return this.#begin({ ...wanted, ...again }, asRun)
  }

  pause(id: string, paused: boolean): void {
    this.history.get(id)
    const running = this.#running.get(id)
    if (!running) throw new AppError('conflict', 'This export is no longer running.')
    if (running.gate.isPaused === paused) return
    if (running.gate.isOver) throw new AppError('conflict', 'This export is almost done, so it can’t be paused.')
    if (paused) {
      running.gate.pause()
      running.progress.pause()
    } else {
      running.gate.resume()
      running.progress.resume()
    }
    this.history.note(id, { state: paused ? 'paused' : 'running' })
  }

  /** Calls the listener when the export in progress is paused, or immediately if it is already paused. */
  whenPaused(id: string, listener: () => void): void {
    this.#running.get(id)?.gate.whenPaused(listener)
  }

  async remove(id: string): Promise<void> {
    await this.recover().entries.get(id)
    this.history.get(id)
    this.#refuseRunning(id)
    this.#removed.set(id, await this.history.remove(id))
  }

  async restore(id: string): Promise<ExportEntry> {
    const removed = this.#removed.get(id)
    if (!removed) throw new AppError('not-found', 'This export no longer exists.')
    this.#removed.delete(id)
    await this.history.put(removed)
    return this.#shown(removed)
  }

  /** The path of the data received by an interrupted delta. */
  async brokenDelta({ id, what }: StoredExport): Promise<string | null> {
    return what.source === 'delta' ? this.#deltas.brokenPart(id) : null
  }

  async removeAccount(accountId: string): Promise<void> {
    await this.#removeDeltas(accountId)
    await this.history.removeAll(accountId)
  }

  async eraseRecipient(accountId: string, email: string): Promise<void> {
    const unsaved = this.list(accountId, null).filter(({ id }) => this.#running.has(id))
    await endUnsaved(unsaved, this.#needs.jobs, this.history)
    await this.#removeDeltas(accountId)
    await this.history.eraseRecipient(accountId, email)
  }

  /** Deltas cannot be searched for a person, so they are removed entirely. */
  async #removeDeltas(accountId: string): Promise<void> {
    const removed = [...this.#removed.values()]
    for (const { id, what, accountId: of, keepsDelta } of [...this.history.list(), ...removed]) {
      if (of !== accountId || what.source !== 'delta') continue
      await this.#deltas.remove(id)
      if (!keepsDelta) continue
      const text = 'The kept response was removed because a person was erased. Export the period in full instead.'
      await this.history.change(id, { keepsDelta: false, text })
    }
    for (const { id, accountId: of } of removed) if (of === accountId) this.#removed.delete(id)
  }

  #shown(entry: StoredExport): ExportEntry {
    return shownExport(entry, this.#waiting.tokenOf(entry.id))
  }

  #refuseRunning(id: string): void {
    if (this.#running.has(id)) throw new AppError('conflict', 'This export is still running. Cancel it first.')
  }

  async #begin(
    choice: ExportChoice & Pick<StoredExport, 'id' | 'keepsDelta'>,
    asRun = (_id: string, work: JobWork): JobWork => work,
  ): Promise<Started> {
    const { accounts, jobs, ports } = this.#needs
    const { history } = this
    const { id, accountId, what, folderPath, keepsDelta } = choice
    const startedAt = ports.clock.now()
    const name = namesOf({ ...choice, startedAt }, accounts.get(accountId).name)(1)
    const pausedNote = what.source === 'archive' || keepsDelta ? '' : '. The service may end a connection that waits.'
    const running = { gate: new PauseGate(), progress: new ExportProgress({ clock: ports.clock, pausedNote }) }
    // The export counts as running before anything is awaited, so that the second of two simultaneous calls is refused.
    this.#running.set(id, running)
    try {
      await history.put({
        ...choice,
        ...beginning,
        name,
        startedAt,
        partPath: folderPath === null ? null : partPathOf(folderPath, id),
        completeness: keepsDelta ? history.get(id).completeness : 'whole',
      })
      const title = `${choice.scheduleId === null ? 'Export' : 'Scheduled export'}: ${name}`
      const jobId = jobs.start({ kind: 'exports', title, accountId, work: asRun(id, this.#work(id, running)) })
      history.note(id, { jobId })
      return { id, jobId }
    } catch (error) {
      this.#running.delete(id)
      throw error
    }
  }

  #work(id: string, { gate, progress }: Running): JobWork {
    return async ({ signal, progress: emit }) => {
      const { history } = this
      progress.listen(emit)
      try {
        const run = { needs: this.#needs, history, deltas: this.#deltas, gate, progress, signal }
        return await this.#finished(id, await runExport(id, run))
      } catch (thrown) {
        await this.#failed(id, thrown, signal.aborted)
        throw thrown
      }
    }
  }

  async #finished(id: string, path: string): Promise<NonNullable<Job['result']>> {
    const { files, ports } = this.#needs
    const entry = this.history.get(id)
    const isSaved = entry.folderPath !== null
    // The file exists, so failing to get a token is no reason to report that the export failed.
    const ref = isSaved ? await files.register(path).catch(() => null) : await this.#waiting.keep(entry, path)
    const partPath = await leftOver(entry.partPath)
    this.#running.delete(id)
    const end = { state: 'done', endedAt: ports.clock.now(), keepsDelta: false } as const
    this.history.note(id, { ...end, partPath, text: manifestText(entry.manifest!) })
    // The delta is removed only now: until the file had its name, it was the only copy.
    await this.#deltas.remove(id).catch(() => undefined)
    void this.checksums.add(id)
    return resultOf(entry, ref?.token ?? null, isSaved)
  }

  async #failed(id: string, thrown: unknown, isCancelled: boolean): Promise<void> {
    const before = this.history.list().find((entry) => entry.id === id)
    if (!before) return void this.#running.delete(id)
    const partPath = await leftOver(before.partPath)
    this.#running.delete(id)
    const end = failedAs(thrown, before, { isCancelled, isClosing: this.#isClosing })
    const endedAt = this.#needs.ports.clock.now()
    this.history.note(id, { ...end, endedAt, partPath, manifest: null, identity: null })
    await this.history.settled()
  }
}
