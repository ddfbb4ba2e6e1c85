import type { ImportReport } from '#shared/contract/imports.ts'
import type { ArchivePort } from '../archive/index.ts'
import { interruptedNote } from '../jobs/index.ts'

/** Facts about imported files, stored in the archive so that backups include them. */
type History = { readonly added: number; readonly files: number; readonly reports: readonly ImportReport[] }

/** The archive updates these counts in each of its transactions. */
type UnderWay = Pick<ImportReport, 'jobId' | 'name' | 'kind' | 'added' | 'changed' | 'unchanged' | 'erased'>

const noHistory: History = { added: 0, files: 0, reports: [] }
const historySetting = 'fileImports'
const underWaySetting = 'fileImportUnderWay'
const mostReports = 10

/**
 * The name of the setting that notes an account’s import under way. The members of a team use the same archive, so the
 * name includes the account’s id, which differs in each Mailroom: only the Mailroom that imports knows whether its
 * import was interrupted.
 */
export function noteNameOf(accountId: string, isOnServer: boolean): string {
  return isOnServer ? `${underWaySetting} ${accountId}` : underWaySetting
}

export async function readHistory(archive: ArchivePort): Promise<History> {
  return (await archive.setting<History>(historySetting)) ?? noHistory
}

/** Notes an import before its first record. */
export async function noteUnderWay(
  archive: ArchivePort,
  noteName: string,
  file: Pick<ImportReport, 'jobId' | 'name' | 'kind'>,
): Promise<void> {
  const underWay: UnderWay = { ...file, added: 0, changed: 0, unchanged: 0, erased: 0 }
  await archive.setSetting(noteName, underWay)
}

/**
 * The report is written first: if the second write fails, an import that is listed twice is better than one that is
 * lost.
 */
export async function addReport(archive: ArchivePort, noteName: string, report: ImportReport): Promise<void> {
  // In a team archive, another member’s import may end at the same time.
  while (!(await tryToAdd(archive, report)));
  await archive.setSetting(noteName, null)
}

/** Returns false and changes nothing if another report was added meanwhile. */
async function tryToAdd(archive: ArchivePort, report: ImportReport): Promise<boolean> {
  const before = await archive.setting<History>(historySetting)
  const { added, files, reports } = before ?? noHistory
  const history: History = {
    added: added + report.added,
    files: files + 1,
    reports: [report, ...reports].slice(0, mostReports),
  }
  const expected = { files: before?.files ?? null, reports: before?.reports ?? null }
  return archive.changeSetting(historySetting, history, expected)
}

/**
 * Writes the missing report of an import that ended with its process: everything it had added is in the archive. May be
 * called only while no import is running.
 */
export async function reportInterrupted(archive: ArchivePort, noteName: string, now: number): Promise<void> {
  const underWay = await archive.setting<UnderWay>(noteName)
  if (underWay === null) return
  const { reports } = await readHistory(archive)
  if (reports.some(({ jobId }) => jobId === underWay.jobId)) return archive.setSetting(noteName, null)
  await addReport(archive, noteName, {
    ...underWay,
    endedAt: now,
    state: 'part',
    reason: interruptedNote,
    tooOld: 0,
    setAside: 0,
    examples: [],
  })
}
