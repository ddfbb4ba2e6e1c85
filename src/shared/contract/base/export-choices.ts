/** These values are separate from the contract, so that the page can use them without loading zod. */

import type { FileType } from './file-type.ts'

/** The formats in which Mailroom exports: those of the service, and JSON lines. Ordered by how common they are. */
export const exportFormats = ['xlsx', 'csv', 'json', 'jsonl', 'xls'] as const satisfies readonly (FileType | 'jsonl')[]
export type ExportFormat = (typeof exportFormats)[number]

/**
 * `service`: everything in a period, as the service reports it. `delta`: everything new in the service since the last
 * delta export. `archive`: the matches of a search in the archive.
 */
export const exportSources = ['service', 'delta', 'archive'] as const
export type ExportSource = (typeof exportSources)[number]

export const csvSeparators = [',', ';', '\t', '|'] as const
export type CsvSeparator = (typeof csvSeparators)[number]

export const csvDecimals = ['.', ','] as const
export type CsvDecimal = (typeof csvDecimals)[number]

/** `local` is the form that spreadsheet programs read as a date, `iso` includes its zone, `epoch` is seconds since 1970. */
export const dateForms = ['local', 'iso', 'epoch'] as const
export type DateForm = (typeof dateForms)[number]

/** What to do if a file with the same name exists. */
export const ifTakenChoices = ['keep-both', 'replace'] as const
export type IfTaken = (typeof ifTakenChoices)[number]

/** Returns an export file’s extension: `.csv` or `.csv.gz`, for example. */
export function exportEnding(format: ExportFormat, gzip: boolean): string {
  return `.${format}${gzip ? '.gz' : ''}`
}
