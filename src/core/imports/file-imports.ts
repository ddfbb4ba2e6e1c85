import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/contract/base/error.ts'
import type { ImportReport, InspectedFile } from '#shared/contract/imports.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Archive } from '../archive/engine/archive.ts'
import { closingError } from '../base/closing.ts'
import type { EventBus } from '../base/event-bus.ts'
import { exportsFolder, type FileTokens } from '../files/index.ts'
import type { HandlersOf } from '../base/handlers.ts'
import { Throttle, type Jobs, type JobWork } from '../jobs/index.ts'
import type { Archives } from '../archive/index.ts'
import type { Ports } from '../base/ports.ts'
import { fileError } from '../base/json-file.ts'
import type { SyncOptions } from '../sync/index.ts'
import { ImportQueue } from './import-queue.ts'
import { runImport, type ImportOutcome } from './import-run.ts'
import { ReadingThread } from './reading-thread.ts'
import { importSentence, partSentence, reportText } from './report-text.ts'

type ImportRooms = {
  readonly ports: Ports
  readonly accounts: Accounts
  readonly archives: Archives
  readonly jobs: Jobs
  readonly files: FileTokens
  readonly events: EventBus
}

/** What the archive remembers of the files that were imported into it; it goes and comes with its backups. */
type Remembered = { added: number; files: number; reports: ImportReport[] }

const nothingYet: Remembered = { added: 0, files: 0, reports: [] }
const setting = 'fileImports'
const keptReports = 10
const day = 86_400_000

/** Exports that lie on a disk, on their way into the archive of an account. */
export class FileImports {
  readonly #rooms: ImportRooms
  readonly #queue = new ImportQueue()
  readonly #closing = new AbortController()
  readonly #inspections = new Set<Promise<unknown>>()

  constructor(rooms: ImportRooms) {
    this.#rooms = rooms
  }

  handlers(): HandlersOf<'imports'> {
    return {
      'imports.inspect': ({ accountId, token }, { signal }) => this.#inspect(accountId, token, signal),
      'imports.start': ({ accountId, token }) => ({ jobId: this.#start(accountId, token) }),
      'imports.status': async ({ accountId }) => {
        const { added, files } = await remembered(await this.#rooms.archives.of(accountId))
        return { added, files }
      },
      'imports.report': ({ accountId, jobId }) => this.#report(accountId, jobId),
      'imports.saveReport': ({ accountId, jobId }) => this.#saveReport(accountId, jobId),
    }
  }

  /** Ends what is being inspected; the jobs are closed by themselves. */
  async close(): Promise<void> {
    this.#closing.abort(closingError())
    await Promise.allSettled(this.#inspections)
  }

  async #inspect(accountId: string, token: string, signal: AbortSignal): Promise<InspectedFile> {
    const released = this.#rooms.files.released(token)
    const inspection = this.#look(accountId, token, AbortSignal.any([signal, released, this.#closing.signal]))
    this.#inspections.add(inspection)
    try {
      return await inspection
    } finally {
      this.#inspections.delete(inspection)
    }
  }

  async #look(accountId: string, token: string, signal: AbortSignal): Promise<InspectedFile> {
    const { archives, files } = this.#rooms
    archives.mustKeep(accountId)
    using file = files.hold(token)
    const { name, size } = file
    await using reading = await this.#open(file, signal)
    const look = await reading.look()
    return { name, size, ...look, absent: [...look.absent], extra: [...look.extra], ...(await this.#kept(accountId)) }
  }

  #open(file: { path: string; size: number }, signal: AbortSignal): Promise<ReadingThread> {
    const { paths } = this.#rooms.ports
    return ReadingThread.open({ ...file, code: paths.worker('import'), dataFolder: paths.data, signal })
  }

  /** What the next sync would remove is not imported at all. */
  async #kept(accountId: string): Promise<{ keepDays: number | null; keptSince: number | null }> {
    const { archives, accounts } = this.#rooms
    const archive = await archives.of(accountId)
    const keepDays = (await archive.setting<Partial<SyncOptions>>('sync'))?.keepDays ?? null
    return { keepDays, keptSince: keepDays === null ? null : accounts.clockOf(accountId).now() - keepDays * day }
  }

  #start(accountId: string, token: string): string {
    const { archives, files, jobs, accounts } = this.#rooms
    archives.mustKeep(accountId)
    const { name } = files.find(token)
    let jobId = ''
    const work: JobWork = async (context) => {
      using file = files.hold(token)
      const wait = () => context.progress({ note: 'Waits for the import that is running' })
      using _turn = await this.#queue.turn(accountId, context.signal, wait)
      return await this.#import(accountId, { jobId, ...file }, context)
    }
    return (jobId = jobs.start({
      kind: 'import',
      title: `Import ${name} into ${accounts.get(accountId).name}`,
      accountId,
      work,
    }))
  }

  async #import(
    accountId: string,
    file: { jobId: string; path: string; name: string; size: number },
    { signal, progress }: Parameters<JobWork>[0],
  ): ReturnType<JobWork> {
    const { ports, archives, events } = this.#rooms
    const tell = new Throttle(ports.clock, 1000, () => events.emit({ name: 'archive.changed', payload: { accountId } }))
    progress({ note: 'Looking at the file' })
    const archive = await archives.of(accountId)
    const { keptSince } = await this.#kept(accountId)
    await using reading = await this.#open(file, signal)
    // A second look: what was chosen may have been replaced since.
    const { kind } = await reading.look()
    const outcome = await runImport({
      archive,
      reading,
      kind,
      keptSince,
      progress: (step) => {
        progress(step)
        tell.call()
      },
    })
    tell.cancel()
    await this.#remember(archive, file, outcome)
    events.emit({ name: 'archive.changed', payload: { accountId } })
    if (outcome.failure === null) return { text: importSentence(outcome), fileToken: null }
    const { code, retryable, details } = outcome.failure
    const sentence = partSentence(outcome)
    // A cancelled job shows its last note.
    progress({ note: sentence })
    throw new AppError(code, sentence, { retryable, details, cause: outcome.failure })
  }

  async #remember(
    archive: Archive,
    { jobId, name }: { jobId: string; name: string },
    { failure: _failure, ...outcome }: ImportOutcome,
  ): Promise<void> {
    const { ports } = this.#rooms
    const { added, files, reports } = await remembered(archive)
    const report: ImportReport = { jobId, name, endedAt: ports.clock.now(), ...outcome }
    const after: Remembered = {
      added: added + outcome.added,
      files: files + 1,
      reports: [report, ...reports].slice(0, keptReports),
    }
    await archive.setSetting(setting, after).catch((error: unknown) => {
      ports.logger.log('warn', 'The report of an import could not be kept.', { reason: String(error) })
    })
  }

  async #report(accountId: string, jobId: string): Promise<ImportReport> {
    const { reports } = await remembered(await this.#rooms.archives.of(accountId))
    const found = reports.find((report) => report.jobId === jobId)
    if (!found) throw new AppError('not-found', 'The report of that import is not here any more.')
    return found
  }

  async #saveReport(accountId: string, jobId: string): Promise<{ token: string }> {
    const { ports, accounts, files } = this.#rooms
    const report = await this.#report(accountId, jobId)
    const path = join(await exportsFolder(ports.paths.data), `import-report-${jobId}.txt`)
    try {
      await writeFile(path, reportText(report, accounts.get(accountId).name), { mode: 0o600 })
    } catch (error) {
      throw fileError(path, error)
    }
    const { token } = await files.register(path, { name: `Import of ${report.name}.txt`, isCopy: true })
    return { token }
  }
}

async function remembered(archive: Archive): Promise<Remembered> {
  return (await archive.setting<Remembered>(setting)) ?? nothingYet
}
