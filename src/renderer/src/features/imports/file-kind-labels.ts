import type { ImportKind } from '#shared/contract/imports.ts'

export const kindLabels: Readonly<Record<ImportKind, string>> = {
  json: 'JSON',
  csv: 'CSV',
  xlsx: 'Excel workbook (XLSX)',
  xls: 'Excel 97 to 2003 workbook (XLS)',
  backup: 'Archive backup',
}
