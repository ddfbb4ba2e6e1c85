import { AppError } from '#shared/contract/base/error.ts'
import type { ImportReport, InspectedFile } from '#shared/contract/imports.ts'
import { msPerDay } from '#shared/domain/base/durations.ts'
import type { Accounts } from '../accounts/index.ts'
import type { ArchivePort, Archives } from '../archive/index.ts'
import { closingError } from '../base/closing.ts'
import type { EventBus } from '../base/event-bus.ts'
import type { Ports } from '../base/ports.ts'
import type { FileTokens } from '../files/index.ts'
import { interruptedNote, Throttle, type Jobs, type JobWork } from '../jobs/index.ts'
import { readSyncOptions } from '../sync/index.ts'
import { addReport, noteNameOf, noteUnderWay, readHistory, reportInterrupted } from './import-history.ts'
import { ImportQueue } from './import-queue.ts'
import { runImport } from './import-run.ts'
import { ReadingThread } from './reading-thread.ts'
import { importSentence, partSentence, reportText } from './report-text.ts'

export type ImportNeeds = {
  readonly ports: Ports
  readonly accounts: Accounts
  readonly archives: Archives
  readonly jobs: Jobs
  readonly files: FileTokens
  readonly events: EventBus
}

/** Imports export files from the disk into an account’s archive. */
export class FileImports {
  readonly #needs: ImportNeeds
  readonly #queue = new ImportQueue()
  readonly #closing = new AbortController()
  readonly #unfinished = new Set<Promise<unknown>>()
  /** For each account, a promise that resolves once an import from an earlier run has its report. */
  readonly #settled = new Map<string, Promise<void>>()

  constructor(needs: ImportNeeds) {
    this.#needs = needs
  }

  /** Explains in the job list what an import had added before an earlier run was killed. Opens no other archives. */
  explainInterrupted(): void {
    const { accounts, jobs, ports } = this.#needs
    const kept = new Set(accounts.list().accounts.flatMap(({ id, storeHistory }) => (storeHistory ? [id] : [])))
    for (const { id, kind, accountId, state, note } of jobs.list()) {
      if (kind !== 'import' || state !== 'interrupted' || note !== interruptedNote) continue
      if (accountId === null || !kept.has(accountId)) continue
      const work = this.#explain(id, accountId).catch((error: unknown) => {
        ports.logger.log('warn', 'The result of an interrupted import is not known yet.', { reason: String(error) })
      })
      this.#unfinished.add(work)
      void work.then(() => this.#unfinished.delete(work))
    }
  }

  async #explain(jobId: string, accountId: string): Promise<void> {
    const { reports } = await readHistory(await this.#archive(accountId))
    const report = reports.find((one) => one.jobId === jobId)
    const none = `${interruptedNote} No messages had reached the archive yet. You can safely import the file again.`
    const sentence = report?.state === 'whole' ? importSentence(report) : report ? partSentence(report) : none
    this.#needs.jobs.explain(jobId, sentence)
  }

  async inspect(accountId: string, token: string, signal: AbortSignal): Promise<InspectedFile> {
    const released = this.#needs.files.released(token)
    const inspection = this.#inspect(accountId, token, AbortSignal.any([signal, released, this.#closing.signal]))
    this.#unfinished.add(inspection)
    try {
      return await inspection
    } finally {
      this.#unfinished.delete(inspection)
    }
  }

  /** Starts an import; returns its job’s id. */
  start(accountId: string, token: string): string {
    const { archives, files, jobs, accounts } = this.#needs
    archives.requireHistory(accountId)
    const { name } = files.find(token)
    let jobId = ''
    const work: JobWork = async (context) => {
      using file = files.hold(token)
      const onWait = () => context.progress({ note: 'Waiting for another import to finish' })
      using _turn = await this.#queue.turn(accountId, context.signal, onWait)
      return await archives.moves.whileChanging(accountId, () => this.#import(accountId, { jobId, ...file }, context))
    }
    jobId = jobs.start({
      kind: 'import',
      title: `Import ${name} into ${accounts.get(accountId).name}`,
      accountId,
      work,
    })
    return jobId
  }

  async status(accountId: string): Promise<{ added: number; files: number }> {
    const { added, files } = await readHistory(await this.#archive(accountId))
    return { added, files }
  }

  async report(accountId: string, jobId: string): Promise<ImportReport> {
    const { reports } = await readHistory(await this.#archive(accountId))
    const found = reports.find((report) => report.jobId === jobId)
    if (!found) throw new AppError('not-found', 'The report of this import is no longer available.')
    return found
  }

  async saveReport(accountId: string, jobId: string): Promise<{ token: string }> {
    const { accounts, files } = this.#needs
    const report = await this.report(accountId, jobId)
    const text = reportText(report, accounts.get(accountId).name)
    const { token } = await files.keep(`Import of ${report.name}.txt`, Buffer.from(text))
    return { token }
  }

  /** Stops inspections. Running imports are jobs and end with the jobs. */
  async close(): Promise<void> {
    this.#closing.abort(closingError())
    await Promise.allSettled(this.#unfinished)
  }

  async #inspect(accountId: string, token: string, signal: AbortSignal): Promise<InspectedFile> {
    const { archives, files } = this.#needs
    archives.requireHistory(accountId)
    using file = files.hold(token)
    const { name, size } = file
    await using reading = await this.#openFile(file, signal)
    const inspection = await reading.inspect()
    return { name, size, ...inspection, ...(await this.#ageLimit(accountId)) }
  }

  #openFile(file: { path: string; size: number }, signal: AbortSignal): Promise<ReadingThread> {
    const { paths } = this.#needs.ports
    return ReadingThread.open({ ...file, code: paths.worker('import'), dataFolder: paths.data, signal })
  }

  /** Messages that the next sync would prune are not imported in the first place. */
  async #ageLimit(accountId: string): Promise<{ keepDays: number | null; keptSince: number | null }> {
    const { archives, accounts } = this.#needs
    const { keepDays } = await readSyncOptions(await archives.of(accountId))
    return { keepDays, keptSince: keepDays === null ? null : accounts.clockOf(accountId).now() - keepDays * msPerDay }
  }

  async #import(
    accountId: string,
    file: { jobId: string; path: string; name: string; size: number },
    { signal, progress }: Parameters<JobWork>[0],
  ): ReturnType<JobWork> {
    const { ports, events } = this.#needs
    const emitChange = (): void => events.emit({ name: 'archive.changed', payload: { accountId } })
    const change = new Throttle(ports.clock, 1000, emitChange)
    progress({ note: 'Inspecting the file' })
    const archive = await this.#archive(accountId)
    const { keptSince } = await this.#ageLimit(accountId)
    await using reading = await this.#openFile(file, signal)
    // The file is inspected again, because it may have been replaced since it was chosen.
    const { kind } = await reading.inspect()
    // Before the first record, so that an import that is interrupted keeps them out, too.
    const erased = kind === 'backup' ? await reading.erased() : null
    if (erased) await archive.keepOut(erased)
    const noteName = this.#noteName(accountId)
    await noteUnderWay(archive, noteName, { jobId: file.jobId, name: file.name, kind })
    const result = await runImport({
      importer: archive.importer(noteName),
      reading,
      kind,
      keptSince,
      progress: (step) => {
        progress(step)
        change.call()
      },
    })
    change.cancel()
    const { failure, ...counts } = result
    await this.#addToHistory(archive, noteName, { ...counts, jobId: file.jobId, name: file.name })
    emitChange()
    if (failure === null) return { text: importSentence(result), fileToken: null }
    const { code, retryable, details } = failure
    const sentence = partSentence(result)
    // A cancelled job shows its last note, so the result is set as the note.
    progress({ note: sentence })
    throw new AppError(code, sentence, { retryable, details, cause: failure })
  }

  async #addToHistory(archive: ArchivePort, noteName: string, report: Omit<ImportReport, 'endedAt'>): Promise<void> {
    const { ports } = this.#needs
    await addReport(archive, noteName, { ...report, endedAt: ports.clock.now() }).catch((error: unknown) => {
      ports.logger.log('warn', 'The report of an import could not be saved.', { reason: String(error) })
    })
  }

  #noteName(accountId: string): string {
    return noteNameOf(accountId, this.#needs.archives.isOnServer(accountId))
  }

  /** Returns the account’s archive, after writing the missing report of an import that was killed in an earlier run. */
  async #archive(accountId: string): Promise<ArchivePort> {
    const archive = await this.#needs.archives.of(accountId)
    const known = this.#settled.get(accountId)
    if (known) {
      await known
      return archive
    }
    const now = this.#needs.ports.clock.now()
    const settling = reportInterrupted(archive, this.#noteName(accountId), now).catch((error: unknown) => {
      // A member of a team whose right to write was revoked can still read the other reports.
      if (AppError.from(error).code !== 'archive-read-only') throw error
    })
    this.#settled.set(accountId, settling)
    settling.catch(() => this.#settled.delete(accountId))
    await settling
    return archive
  }
}
