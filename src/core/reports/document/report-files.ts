import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#shared/contract/base/error.ts'
import type { ReportFormat } from '#shared/contract/base/report-choices.ts'
import { ZipWriter } from '#formats/zip/zip-writer.ts'
import { csvText, type CsvTable } from '#shared/domain/statistics/csv-text.ts'
import { safeName } from '#shared/text/safe-name.ts'
import { fileError } from '../../base/json-file.ts'
import type { Ports } from '../../base/ports.ts'
import { exportsFolder, NewFolder, writeNewFile, type FileTokens } from '../../files/index.ts'
import type { ReportData } from './report-data.ts'
import { reportHtml } from './report-html.ts'

type Needs = { readonly ports: Ports; readonly files: FileTokens }

/** A report in the requested form: one document, or one table per panel. */
export type ReportFiles =
  | { readonly name: string; readonly document: Uint8Array }
  | { readonly name: string; readonly tables: readonly Table[] }
type Table = { readonly name: string; readonly content: Uint8Array }

export function reportName(account: string, period: string): string {
  return safeName(`Report ${account} ${period}`) || 'Report'
}

export async function renderReport(
  data: ReportData,
  { format, period, ports, signal }: { format: ReportFormat; period: string; ports: Ports; signal: AbortSignal },
): Promise<ReportFiles> {
  const name = reportName(data.account, period)
  if (format === 'csv') return { name, tables: tablesOf(data) }
  const html = reportHtml(data)
  if (format === 'html') return { name: `${name}.html`, document: Buffer.from(html) }
  return { name: `${name}.pdf`, document: await ports.printer.print(html, signal) }
}

export function refuseFormat(format: ReportFormat, { capabilities }: Pick<Ports, 'capabilities'>): void {
  if (format !== 'pdf' || capabilities.print) return
  const sentence =
    'Mailroom found no browser on this computer that can create a PDF. Choose HTML, and print the report from your browser.'
  throw new AppError('not-offered', sentence)
}

function tablesOf({ title, account, facts, figures, sections }: ReportData): Table[] {
  const summary: CsvTable = {
    head: ['Name', 'Value', 'Change', 'Calculated from'],
    rows: [
      [title, account, '', ''],
      ...facts.map(({ label, value }) => [label, value, '', '']),
      ...figures.map(({ label, text, change, formula }) => [label, text, change?.text ?? '', formula]),
    ],
  }
  const all = [{ title: 'Summary', csv: summary }, ...sections]
  return all.map(({ title: name, csv }, at) => ({
    name: `${String(at + 1).padStart(2, '0')} ${safeName(name) || 'Table'}.csv`,
    content: Buffer.from(`\uFEFF${csvText(csv)}`),
  }))
}

export async function keepReport(report: ReportFiles, { ports, files }: Needs, signal: AbortSignal): Promise<string> {
  const path = join(await exportsFolder(ports.paths.data), `${randomUUID()}.part`)
  const isDocument = 'document' in report
  const content = isDocument ? Readable.from([report.document]) : Readable.from(zipOf(report.tables))
  try {
    await pipeline(content, createWriteStream(path, { mode: 0o600 }), { signal })
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined)
    throw signal.aborted ? error : fileError(path, error)
  }
  const name = isDocument ? report.name : `${report.name}.zip`
  return (await files.register(path, { name, isCopy: true })).token
}

async function* zipOf(tables: readonly Table[]): AsyncGenerator<Uint8Array> {
  const zip = new ZipWriter(1)
  for (const { name, content } of tables) yield* zip.entry(name, [content])
  yield* zip.end()
}

/** Writes a report into one of the user’s folders, alongside the existing files; returns its path. */
export async function writeReport(report: ReportFiles, folder: string, signal: AbortSignal): Promise<string> {
  if ('document' in report) return writeNewFile(folder, report.name, report.document)
  const made = await NewFolder.make(folder, report.name)
  try {
    for (const { name, content } of report.tables) await made.write(name, Readable.from([content]), signal)
  } catch (thrown) {
    // A folder with only some of the tables would pass for the report.
    await made.remove()
    throw thrown
  }
  return made.path
}
