import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipTable, writeTable } from '#formats/index.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { ExportFormat } from '#shared/contract/base/export-choices.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import { exportsFolder } from '../files/index.ts'
import { firstFreeName } from '../base/whole-files/free-name.ts'
import { folderGone } from '../base/whole-files/chosen-file-error.ts'
import { knownZone } from '../messages/index.ts'
import { instantsOf } from '../statistics/index.ts'
import type { Exports, Wanted } from './exports.ts'
import { mayReplace, namesOf } from './file/names.ts'
import { archiveRemarks, csvRemark, sheetRemark } from './remarks.ts'
import { scopeOf, selectedRanges, tableOf, tableOptions, type ArchiveWhat } from './source/archive-source.ts'
import type { ExportContentNeeds } from './source/content.ts'

type Estimate = CommandOutput<'exports.estimate'>
type Amount = Omit<Estimate, 'name'>

/** Enough rows to estimate their average size, and few enough to be written in a few milliseconds. */
const sampleRows = 200

/** The maximum time to wait for the service, in milliseconds. */
const mostPatience = 8000

export async function estimate(
  wanted: Wanted,
  exports: Exports,
  needs: ExportContentNeeds,
  signal: AbortSignal,
): Promise<Estimate> {
  exports.check(wanted)
  const { what, layout } = wanted
  const amount = await amountOf(wanted, needs, signal)
  const { name, remark } = await nameNow(wanted, exports, needs)
  const remarks = [...amount.remarks]
  if (remark !== null) remarks.push(remark)
  if (what.source === 'archive') {
    const sheets = sheetRemark(layout.format, amount.rows)
    if (sheets !== null) remarks.push(sheets)
  }
  return { ...amount, name, remarks }
}

async function amountOf(wanted: Wanted, needs: ExportContentNeeds, signal: AbortSignal): Promise<Amount> {
  const { accountId, what, layout } = wanted
  switch (what.source) {
    case 'delta':
      return { rows: null, exact: false, bytes: null, remarks: guess(layout.format) }
    case 'service': {
      const { begin, end } = instantsOf(what, knownZone(what.zone))
      const rows = await serviceRows(accountId, { begin, end }, needs, signal)
      return { rows, exact: rows !== null, bytes: null, remarks: guess(layout.format) }
    }
    case 'archive':
      return archiveAmount({ ...wanted, what }, needs, signal)
  }
}

/**
 * Warns about CSV: the service writes this file, so none of our options can protect it from changes by a spreadsheet
 * program.
 */
function guess(format: ExportFormat): string[] {
  return format === 'csv' ? [csvRemark] : []
}

/** The number of rows according to the service; null if the service does not report it or the call fails. */
async function serviceRows(
  accountId: string,
  { begin, end }: { begin: number; end: number },
  { accounts }: ExportContentNeeds,
  signal: AbortSignal,
): Promise<number | null> {
  const { statistics } = accounts.client(accountId)
  const asked = { dateBegin: begin, dateEnd: end, page: 1, pageSize: 1 }
  try {
    // The user is filling in a form and can’t wait until the last retry has failed.
    const patience = AbortSignal.any([signal, AbortSignal.timeout(mostPatience)])
    return (await statistics.messages(asked, { signal: patience })).total
  } catch (thrown) {
    signal.throwIfAborted()
    if (thrown instanceof AppError) return null
    throw thrown
  }
}

async function archiveAmount(
  { accountId, what, layout }: Wanted & { what: ArchiveWhat },
  needs: ExportContentNeeds,
  signal: AbortSignal,
): Promise<Amount> {
  const archive = await needs.archives.of(accountId)
  const scope = scopeOf(what, needs.accounts.clockOf(accountId).now())
  const remarks = archiveRemarks(await archive.horizon())
  if (layout.format === 'csv') remarks.push(csvRemark)
  const ranges = await selectedRanges(archive, what, scope, signal).catch((thrown: unknown) => {
    if (!(thrown instanceof AppError) || thrown.code !== 'selection-changed') throw thrown
    remarks.unshift(thrown.message)
    return what.selection!.ranges
  })
  const { value: matches } = await archive.count(scope, { signal })
  const rows = ranges === null ? matches : countOf(ranges, matches)
  const table = tableOf(layout, new Map())
  const tempFolder = await exportsFolder(needs.ports.paths.data)
  const sample = [{ first: 0, last: sampleRows - 1 }]
  async function* batches() {
    for await (const messages of archive.stream(scope, { signal, ranges: sample })) {
      yield messages.map((message) => table.rowOf(message))
    }
  }
  const written = writeTable(layout.format, table.columns, batches(), tableOptions(layout, tempFolder, table))
  let bytes = 0
  for await (const chunk of layout.gzip ? gzipTable(written) : written) bytes += chunk.length
  const sampled = written.report.rows
  return { rows, exact: true, bytes: sampled === 0 ? bytes : Math.round((bytes / sampled) * rows), remarks }
}

function countOf(ranges: readonly { first: number; last: number }[], matches: number): number {
  const length = ({ first, last }: { first: number; last: number }): number =>
    Math.max(0, Math.min(last, matches - 1) - first + 1)
  return ranges.reduce((sum, range) => sum + length(range), 0)
}

/** The name that the file would get if it were exported now, and anything the user should know about it. */
async function nameNow(
  wanted: Wanted,
  exports: Exports,
  { accounts, ports }: ExportContentNeeds,
): Promise<{ name: string; remark: string | null }> {
  const { accountId, saveAs } = wanted
  const names = namesOf({ ...wanted, startedAt: ports.clock.now() }, accounts.get(accountId).name)
  const first = names(1)
  let folder: string | null
  try {
    folder = exports.folderOf(wanted)
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'no-folder') return { name: first, remark: null }
    throw thrown
  }
  if (folder === null) return { name: first, remark: null }
  const found = await stat(folder).catch(() => null)
  if (!found?.isDirectory()) return { name: first, remark: folderGone(folder) }
  if (mayReplace(saveAs)) {
    const isTaken = (await stat(join(folder, first)).catch(() => null)) !== null
    return { name: first, remark: isTaken ? `This replaces “${first}”.` : null }
  }
  const name = await firstFreeName(folder, names).catch(() => first)
  return { name, remark: name === first ? null : `A file named “${first}” already exists and will be kept.` }
}
