import type { ExportFormat } from '#shared/contract/base/export-choices.ts'
import { english, plural } from '#shared/domain/base/plural.ts'
import type { Horizon } from '#shared/domain/archive/horizon.ts'

export const csvRemark =
  'A spreadsheet program may drop leading zeros and round long numbers in a CSV file. XLSX files keep IDs and metadata as text.'

/** The maximum number of rows below the heading of one sheet. */
const rowsPerSheet: Partial<Record<ExportFormat, number>> = { xls: 65_535, xlsx: 1_048_575 }

export function sheetRemark(format: ExportFormat, rows: number | null): string | null {
  const most = rowsPerSheet[format]
  if (most === undefined || rows === null || rows <= most) return null
  const sheets = plural(english, Math.ceil(rows / most), 'sheet')
  return `The rows fill ${sheets}, because one ${format} sheet holds ${english.number(most)}.`
}

export function archiveRemarks({ completeUntil, gaps, detailGaps }: Horizon): string[] {
  if (completeUntil === null) {
    return [
      'Nothing has been read from the service yet. The archive contains only messages that were imported or sent from here.',
    ]
  }
  const remarks: string[] = []
  if (gaps.length > 0) {
    remarks.push(`The archive has ${plural(english, gaps.length, 'gap')}. A sync will read the missing days.`)
  }
  if (detailGaps.length > 0) {
    remarks.push('Metadata, reasons and open details have not been read for all days yet. A sync will add them.')
  }
  return remarks
}
