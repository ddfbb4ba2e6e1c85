import type { ImportKind } from '#shared/contract/imports.ts'

export const kindLabels: Readonly<Record<ImportKind, string>> = {
  json: 'JSON',
  csv: 'CSV',
  xlsx: 'Excel workbook (xlsx)',
  xls: 'Excel 97 to 2003 workbook (xls)',
  backup: 'Archive backup',
}
