import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { rm } from 'node:fs/promises'
import { AppError } from '#shared/contract/base/error.ts'
import type { ExportManifest } from '#shared/contract/exports.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { plural } from '#shared/domain/base/plural.ts'
import type { Jobs, JobWork } from '../jobs/index.ts'
import { exportsFolder } from '../files/index.ts'
import { ExportPart } from './file/export-part.ts'
import { giveName } from './file/give-name.ts'
import { namesOf } from './file/names.ts'
import type { PauseGate } from './file/pause-gate.ts'
import { english, type ExportProgress } from './file/progress.ts'
import type { History } from './history/history.ts'
import { interruptedText, type StoredExport } from './history/stored-export.ts'
import { writeArchive } from './source/archive-source.ts'
import type { Content, ExportContentNeeds, Target } from './source/content.ts'
import type { DeltaFolder } from './source/delta-source.ts'
import { writeService } from './source/service-source.ts'

type Run = {
  readonly needs: ExportContentNeeds
  readonly history: History
  readonly deltas: DeltaFolder
  readonly gate: PauseGate
  readonly progress: ExportProgress
  readonly signal: AbortSignal
}

/** The file is written under a unique name, so that the next run finds the file if this one is killed. */
export function partPathOf(folderPath: string, id: string): string {
  return join(folderPath, `Mailroom export ${id.slice(0, 8)}.part`)
}

/** Returns the path of a part that could not be removed, so that the next start tries again. */
export async function leftOver(partPath: string | null): Promise<string | null> {
  if (partPath === null) return null
  return rm(partPath, { force: true }).then(
    () => null,
    () => partPath,
  )
}

/** Creates the file completely or not at all. Returns its path. */
export async function runExport(id: string, run: Run): Promise<string> {
  const { needs, history } = run
  const { folderPath } = history.get(id)
  const isKept = folderPath === null
  const path = isKept
    ? join(await exportsFolder(needs.ports.paths.data), `${randomUUID()}.part`)
    : partPathOf(folderPath, id)
  // Removes the file of an earlier attempt, if there is one.
  if (!isKept) await rm(path, { force: true }).catch(() => undefined)
  const { gate, progress, signal } = run
  const part = await ExportPart.open(path, { gate, progress, signal, mode: isKept ? 0o600 : 0o666 })
  try {
    const content = await writeContent(history.get(id), { part, gate, progress, signal }, run)
    signal.throwIfAborted()
    const whole = await part.finish()
    const finished = { ...whole, content, account: needs.accounts.get(history.get(id).accountId).name }
    if (!isKept) return join(folderPath, await nameFile(id, path, finished, run))
    const name = namesOf(history.get(id), finished.account)(1)
    await history.change(id, { name, ...finishedEntry(history.get(id), name, finished, run) })
    return path
  } catch (thrown) {
    await part.remove()
    throw thrown
  }
}

type Finished = {
  readonly bytes: number
  readonly identity: string
  readonly content: Content
  readonly account: string
}

function nameFile(id: string, partPath: string, finished: Finished, run: Run): Promise<string> {
  const { history } = run
  return giveName({
    entry: history.get(id),
    account: finished.account,
    partPath,
    record: (name) => history.change(id, { name, ...finishedEntry(history.get(id), name, finished, run) }),
  })
}

function finishedEntry(
  entry: StoredExport,
  name: string,
  { bytes, identity, content, account }: Finished,
  { needs }: Run,
): Partial<StoredExport> {
  const { what, layout } = entry
  const manifest: ExportManifest = {
    ...content,
    file: name,
    bytes,
    sha256: null,
    account,
    source: what.source,
    search: what.source === 'archive' ? what.text : null,
    from: what.source === 'service' ? what.from : null,
    to: what.source === 'service' ? what.to : null,
    zone: what.source === 'service' ? what.zone : layout.zone,
    madeAt: needs.ports.clock.now(),
    appVersion: needs.ports.host.appVersion,
  }
  return { manifest, identity, bytes, rows: content.rows }
}

async function writeContent(entry: StoredExport, target: Target, run: Run): Promise<Content> {
  const { accountId, what, layout, id } = entry
  const { needs, history, deltas } = run
  const { accounts } = needs
  switch (what.source) {
    case 'archive': {
      const now = accounts.clockOf(accountId).now()
      return writeArchive({ accountId, what, layout, now }, target, needs)
    }
    case 'service':
      return writeService({ what, layout }, target, accounts.client(accountId))
    case 'delta': {
      if (!(await deltas.has(id))) {
        target.progress.say('Waiting for the service')
        const { signal } = target
        const completeness = await deltas.fetch(id, layout, { client: accounts.client(accountId), signal })
        await history.change(id, { keepsDelta: true, completeness })
      }
      const content = await deltas.write(id, layout, target)
      return { ...content, completeness: history.get(id).completeness }
    }
  }
}

export function resultOf(
  { manifest, name }: StoredExport,
  token: string | null,
  isSaved: boolean,
): NonNullable<Job['result']> {
  const size = english().bytes(manifest?.bytes ?? 0)
  const rows = manifest?.rows ?? null
  const text =
    rows === null
      ? `${size} exported to “${name}”.`
      : `${plural(english(), rows, 'row')} (${size}) exported to “${name}”.`
  if (!isSaved) return { text, fileToken: token }
  return { text, fileToken: null, ...(token !== null && { savedToken: token }) }
}

/** Starts a job that reports an export as done, because its file was found. */
export function reportFound(entry: StoredExport, jobs: Jobs): { id: string; jobId: string } {
  const { id, accountId, name } = entry
  const work: JobWork = () => Promise.resolve(resultOf(entry, null, true))
  return { id, jobId: jobs.start({ kind: 'exports', title: `Export: ${name}`, accountId, work }) }
}

const keptText = 'The service’s response was kept. Run the export again to get the file.'

/** Explains why an export has produced no file. */
function failureText(thrown: unknown, { keepsDelta }: StoredExport, isCancelled: boolean): string {
  const { code, message } = AppError.from(thrown)
  const said = isCancelled && code !== 'outcome-unknown' ? 'The export was cancelled, so there is no file.' : message
  const advice = thrown instanceof AppError ? thrown.details['advice'] : undefined
  if (keepsDelta) return `${said} ${keptText}`
  return code === 'outcome-unknown' && typeof advice === 'string' ? `${said} ${advice}` : said
}

/** The final state of an export that has produced no file. */
export function failedAs(
  thrown: unknown,
  entry: StoredExport,
  { isCancelled, isClosing }: { isCancelled: boolean; isClosing: boolean },
): Pick<StoredExport, 'state' | 'text'> {
  if (isCancelled && isClosing) return { state: 'interrupted', text: interruptedText }
  return { state: isCancelled ? 'cancelled' : 'failed', text: failureText(thrown, entry, isCancelled) }
}
