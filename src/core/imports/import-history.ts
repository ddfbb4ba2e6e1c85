import type { ImportReport } from '#shared/contract/imports.ts'
import type { ArchivePort } from '../archive/index.ts'
import { interruptedNote } from '../jobs/index.ts'

/** Facts about imported files, stored in the archive so that backups include them. */
type History = { readonly added: number; readonly files: number; readonly reports: readonly ImportReport[] }

/** The archive updates these counts in each of its transactions. */
type UnderWay = Pick<ImportReport, 'jobId' | 'name' | 'kind' | 'added' | 'changed' | 'unchanged' | 'erased'>

const noHistory: History = { added: 0, files: 0, reports: [] }
const historySetting = 'fileImports'
export const underWaySetting = 'fileImportUnderWay'
const mostReports = 10

export async function readHistory(archive: ArchivePort): Promise<History> {
  return (await archive.setting<History>(historySetting)) ?? noHistory
}

/** Notes an import before its first record. */
export async function noteUnderWay(
  archive: ArchivePort,
  file: Pick<ImportReport, 'jobId' | 'name' | 'kind'>,
): Promise<void> {
  const underWay: UnderWay = { ...file, added: 0, changed: 0, unchanged: 0, erased: 0 }
  await archive.setSetting(underWaySetting, underWay)
}

/**
 * The report is written first: if the second write fails, an import that is listed twice is better than one that is
 * lost.
 */
export async function addReport(archive: ArchivePort, report: ImportReport): Promise<void> {
  const { added, files, reports } = await readHistory(archive)
  const history: History = {
    added: added + report.added,
    files: files + 1,
    reports: [report, ...reports].slice(0, mostReports),
  }
  await archive.setSetting(historySetting, history)
  await archive.setSetting(underWaySetting, null)
}

/**
 * Writes the missing report of an import that ended with its process: everything it had added is in the archive. May be
 * called only while no import is running.
 */
export async function reportInterrupted(archive: ArchivePort, now: number): Promise<void> {
  const underWay = await archive.setting<UnderWay>(underWaySetting)
  if (underWay === null) return
  const { reports } = await readHistory(archive)
  if (reports.some(({ jobId }) => jobId === underWay.jobId)) return archive.setSetting(underWaySetting, null)
  await addReport(archive, {
    ...underWay,
    endedAt: now,
    state: 'part',
    reason: interruptedNote,
    tooOld: 0,
    setAside: 0,
    examples: [],
  })
}
